package ordinal.http.admin;

import static ordinal.http.schema.Field.nullable;
import static ordinal.http.schema.Field.optional;
import static ordinal.http.schema.Field.required;
import static ordinal.http.schema.Field.sometimes;

import java.util.List;
import java.util.Map;
import ordinal.bridge.Consumers;
import ordinal.http.schema.AnswerText;
import ordinal.http.schema.ChoiceSchema;
import ordinal.http.schema.Field;
import ordinal.http.schema.Fields;
import ordinal.http.schema.IdSchema;
import ordinal.http.schema.IntegerSchema;
import ordinal.http.schema.ListSchema;
import ordinal.http.schema.NameSchema;
import ordinal.http.schema.ObjectSchema;
import ordinal.http.schema.Schema;

/** What the calls about consumers take and answer. */
final class ConsumerSchemas {

  private static final int LONGEST_GROUP = 200;
  private static final long MOST = 1_000_000_000_000_000L;
  private static final String GROUP_EXAMPLE = "ordinal-orders";
  private static final String ORDER_EXAMPLE = "ORD5X8K2M9QWERTVBNZ3CDFGH7JPA";
  private static final String INSTANT_EXAMPLE = "2026-03-01T08:30:00.123Z";

  private static final Schema<String> TEXT = AnswerText.plain();
  private static final Schema<String> INSTANT = AnswerText.instant();
  private static final Schema<Long> COUNT = new IntegerSchema(0, MOST);
  private static final Schema<Consumers.Status> STATUS = ChoiceSchema.of(Consumers.Status.class);

  // Groups.

  private static final ObjectSchema PARTITION =
      ObjectSchema.of(
          "ConsumerPartition",
          required("partition", COUNT, "Its number.", 3),
          required("nextOffset", COUNT, "The first message that is not handled.", 120),
          required("endOffset", COUNT, "Where the next message will be.", 120),
          required("lag", COUNT, "Messages not handled yet.", 0));
  private static final ObjectSchema GROUP =
      ObjectSchema.of(
          "ConsumerGroup",
          required("group", TEXT, "Its name.", GROUP_EXAMPLE),
          required("topic", TEXT, "What it consumes.", "stock-events"),
          required("lag", COUNT, "Messages not handled yet.", 0),
          required("parked", COUNT, "Messages that are tried again, or wait behind such a one.", 0),
          required("dead", COUNT, "Messages that could not be handled.", 0),
          required(
              "partitions",
              new ListSchema<>(0, Integer.MAX_VALUE, PARTITION),
              "How far it is.",
              List.of(Map.of("partition", 3, "nextOffset", 120, "endOffset", 120, "lag", 0))));
  static final Schema<List<Fields>> GROUPS = new ListSchema<>(0, Integer.MAX_VALUE, GROUP);

  // The log.

  static final Field<Consumers.Status> STATUS_FILTER =
      optional("status", STATUS, "Only those in this status.", "FAILED");
  static final Field<String> GROUP_FILTER =
      optional("group", new NameSchema(LONGEST_GROUP), "Only those of this group.", GROUP_EXAMPLE);
  static final Field<String> KEY_FILTER =
      optional("key", IdSchema.idOrNumber(), "Only those of this order.", ORDER_EXAMPLE);
  static final Field<String> CURSOR =
      optional(
          "cursor",
          IdSchema.idOrNumber(),
          "Goes on behind the page that had this as its nextCursor.",
          "4711");
  static final ObjectSchema LOG_QUERY =
      ObjectSchema.of(
          "ConsumeLogQuery", STATUS_FILTER, GROUP_FILTER, KEY_FILTER, AdminSchemas.LIMIT, CURSOR);

  private static final ObjectSchema ENTRY =
      ObjectSchema.of(
          "ConsumeLogEntry",
          required("group", TEXT, "Who consumed it.", GROUP_EXAMPLE),
          required("topic", TEXT, "Where it came from.", "stock-events"),
          required("partition", COUNT, "Its partition.", 3),
          required("offset", COUNT, "Its offset.", 119),
          required("eventId", TEXT, "Its own id; empty when it cannot be read.", "evt-7001"),
          required("eventType", TEXT, "What it says; unreadable if so.", "StockReserved"),
          required("bizKey", TEXT, "Its order, or the record's key.", ORDER_EXAMPLE),
          required("status", STATUS, "What became of it.", "SUCCESS"),
          required("attempts", COUNT, "How often it was tried.", 1),
          sometimes("reason", TEXT, "Why it was not handled as it was meant.", "unknown order"),
          required("costMs", COUNT, "How long all attempts took together.", 4),
          required("traceId", TEXT, "The request that it belongs to.", "checkout-page-1"),
          required("receivedAt", INSTANT, "When it was first tried.", INSTANT_EXAMPLE),
          required("updatedAt", INSTANT, "When its status changed last.", INSTANT_EXAMPLE));
  static final ObjectSchema LOG =
      ObjectSchema.of(
          "ConsumeLog",
          required(
              "items",
              new ListSchema<>(0, AdminSchemas.LARGEST_PAGE, ENTRY),
              "Newest first.",
              List.of()),
          nullable(
              "nextCursor",
              TEXT,
              "Where the next page begins; null when this is the last.",
              "4711"));

  private ConsumerSchemas() {}
}
