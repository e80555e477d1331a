package ordinal.http.events;

import static ordinal.http.schema.Field.optional;

import java.util.List;
import ordinal.http.order.OrderNoSchema;
import ordinal.http.schema.Field;
import ordinal.http.schema.IntegerSchema;
import ordinal.http.schema.ObjectSchema;
import ordinal.http.schema.Schema;
import ordinal.http.serving.Endpoint;
import ordinal.kernel.ErrorCode;

/**
 * The calls about events.
 *
 * <pre>
 * GET /events                                  listen   200 and on, 503 when too many listen
 * GET /orders/{orderNo}/events/{sequenceNr}    payload  200
 * </pre>
 *
 * Without a position it begins with what is stored from now on. With one it begins right behind it,
 * so a listener that was cut off misses nothing and sees nothing twice. The header goes before the
 * parameter, because browsers come again with the first address and the header added.
 *
 * <p>What is not an order's number is refused as a wrong value of {@code orderNo}. A number that no
 * order has yet is listened to: the order may still be created.
 */
public final class EventEndpoints {

  private static final long FARTHEST = 999_999_999_999_999_999L;
  private static final Schema<Long> POSITION = new IntegerSchema(0, FARTHEST);

  static final Field<String> ORDER_NO =
      optional(
          "orderNo",
          new OrderNoSchema(),
          "Only this order's events; it need not be there yet.",
          OrderNoSchema.EXAMPLE);
  static final Field<Long> AFTER =
      optional(
          "after",
          POSITION,
          "Only events behind the one with this id; 0 for all there are. Left out: those from now"
              + " on.",
          4711);
  static final Field<Long> LAST_EVENT_ID =
      optional(
          "Last-Event-ID",
          POSITION,
          "The same as `after`, as browsers send it when they come again; goes before it.",
          4711);

  private static final ObjectSchema QUERY = ObjectSchema.of("EventsQuery", ORDER_NO, AFTER);
  private static final ObjectSchema HEADERS = ObjectSchema.of("EventsHeaders", LAST_EVENT_ID);

  private EventEndpoints() {}

  public static List<Endpoint> of(EventCalls calls) {
    return List.of(
        Endpoint.get("/events", "listenToEvents", "Events as they are stored, one by one")
            .asking(QUERY)
            .heading(HEADERS)
            .streaming()
            .by(calls::listen),
        Endpoint.get(
                "/orders/{orderNo}/events/{sequenceNr}", "getEventPayload", "What one event says")
            .at("orderNo", "The order's number.", OrderNoSchema.EXAMPLE)
            .at("sequenceNr", "The event's place in the order's life.", "1")
            .refusing(ErrorCode.NOT_FOUND)
            .by(calls::payload));
  }
}
