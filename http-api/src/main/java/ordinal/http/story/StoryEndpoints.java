package ordinal.http.story;

import static ordinal.http.schema.Field.required;
import static ordinal.http.schema.Field.sometimes;

import java.util.List;
import ordinal.cash.story.StoryEntry.Source;
import ordinal.http.order.OrderNoSchema;
import ordinal.http.schema.AnswerAmount;
import ordinal.http.schema.AnswerText;
import ordinal.http.schema.ChoiceSchema;
import ordinal.http.schema.IdSchema;
import ordinal.http.schema.IntegerSchema;
import ordinal.http.schema.ListSchema;
import ordinal.http.schema.ObjectSchema;
import ordinal.http.schema.Schema;
import ordinal.http.serving.Endpoint;
import ordinal.kernel.ErrorCode;

/**
 * The call about an order's story.
 *
 * <pre>
 * GET /orders/{orderNo}/story  story  200
 * </pre>
 *
 * A timeline is the order's own past. A story has beside it what everyone else did for the order:
 * the calls that caused it, stock, assets, refunds, notifications, the places on Kafka, and what
 * consumers made of them.
 */
public final class StoryEndpoints {

  private static final long MOST = 999_999_999_999_999_999L;
  private static final Schema<String> TEXT = AnswerText.plain();
  private static final Schema<String> INSTANT = AnswerText.instant();
  private static final Schema<Long> COUNT = new IntegerSchema(0, MOST);

  private static final ObjectSchema ENTRY =
      ObjectSchema.of(
          "StoryEntry",
          required("at", INSTANT, "When.", "2026-03-01T08:30:00.123Z"),
          required("source", ChoiceSchema.of(Source.class), "Who knows it.", "ASSETS"),
          required(
              "what",
              TEXT,
              "The event that it is about; of HTTP the call; of a refund what became of it.",
              "WalletFrozen"),
          sometimes("eventId", TEXT, "The event's id, the same everywhere.", "7Z3CDFGH7JPA5X8K"),
          sometimes("sequenceNr", COUNT, "The event's place in its entity's life.", 4),
          sometimes("from", TEXT, "Where the order stood before.", "STOCK_RESERVED"),
          sometimes("to", TEXT, "Where it stood afterwards.", "WAIT_PAY"),
          sometimes("outcome", TEXT, "APPLIED, or IGNORED by the order.", "APPLIED"),
          sometimes("reason", TEXT, "Why, where there is a reason.", "changed my mind"),
          sometimes(
              "key",
              TEXT,
              "What makes a repeat the same: of a call its idempotency key, of assets the"
                  + " operation's.",
              "wallet:" + OrderNoSchema.EXAMPLE + ":freeze"),
          sometimes("entityId", TEXT, "The account or coupon.", "wallet/default/1001"),
          sometimes("checkoutNo", COUNT, "Which of the order's checkouts.", 1),
          sometimes("amount", new AnswerAmount(false), "How much money.", 5),
          sometimes("points", COUNT, "How many points.", 10),
          sometimes("refundId", IdSchema.id(), "The refund.", "REF5X8K2M9QWERTVBNZ3CDFGH7JPA-1"),
          sometimes("paymentId", IdSchema.id(), "The payment that goes back.", "pay-3001"),
          sometimes("channel", TEXT, "How somebody is told.", "SMS"),
          sometimes("recipientId", TEXT, "Who is told.", "1001"),
          sometimes("group", TEXT, "Which consumers.", "ordinal-assets"),
          sometimes("status", TEXT, "What became of it so far.", "SENT"),
          sometimes("attempts", COUNT, "How often it was tried.", 1),
          sometimes("topic", TEXT, "Where on Kafka.", "asset-events"),
          sometimes("partition", COUNT, "The topic's partition.", 3),
          sometimes("offset", COUNT, "Its place in the partition.", 512),
          required("traceId", TEXT, "The request that caused it.", "checkout-page-1"));

  private StoryEndpoints() {}

  public static List<Endpoint> of(StoryCalls calls) {
    return List.of(
        Endpoint.get("/orders/{orderNo}/story", "getStory", "All that is known of an order")
            .at("orderNo", "The order's number.", OrderNoSchema.EXAMPLE)
            .answering(new ListSchema<>(1, Integer.MAX_VALUE, ENTRY), 200)
            .refusing(ErrorCode.NOT_FOUND)
            .by(calls::story));
  }
}
