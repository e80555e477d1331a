package ordinal.http.order;

import com.fasterxml.jackson.annotation.JsonInclude;
import ordinal.order.OrderEvent;
import ordinal.order.OrderEvent.OrderAssetsRejected;
import ordinal.order.OrderEvent.OrderCanceled;
import ordinal.order.OrderEvent.OrderMessageIgnored;
import ordinal.order.OrderEvent.OrderPaymentFailed;
import ordinal.order.OrderEvent.OrderRefundRequested;
import ordinal.order.OrderEvent.OrderStockFailed;
import ordinal.order.OrderStatus;
import ordinal.order.OrderStep;
import ordinal.projections.views.Deliveries.Delivery;
import org.jspecify.annotations.Nullable;

/** One line of an order's timeline: what happened, or what came and was ignored. */
@JsonInclude(JsonInclude.Include.NON_NULL)
record TimelineEntry(
    long sequenceNr,
    String event,
    @JsonInclude(JsonInclude.Include.ALWAYS) @Nullable OrderStatus from,
    OrderStatus to,
    Outcome outcome,
    @Nullable String reason,
    String eventId,
    String traceId,
    String at,
    @Nullable String publishedAt,
    @Nullable String topic,
    @Nullable Integer partition,
    @Nullable Long offset) {

  /** Whether the order took it. */
  enum Outcome {
    APPLIED,
    IGNORED
  }

  /**
   * One step with where it is on Kafka.
   *
   * @param out null when it is not out yet, or nobody knows
   */
  static TimelineEntry of(OrderStep step, @Nullable Delivery out) {
    var event = step.event();
    return new TimelineEntry(
        step.sequenceNr(),
        event instanceof OrderMessageIgnored ignored ? ignored.message() : event.eventType(),
        step.from(),
        step.after().status(),
        step.isIgnored() ? Outcome.IGNORED : Outcome.APPLIED,
        reason(event),
        step.eventId(),
        event.meta().trace().traceId(),
        OrderView.text(event.meta().at()),
        out == null ? null : OrderView.text(out.publishedAt()),
        out == null ? null : out.topic(),
        out == null ? null : out.partition(),
        out == null ? null : out.offset());
  }

  private static @Nullable String reason(OrderEvent event) {
    if (event instanceof OrderMessageIgnored e) return e.reason();
    if (event instanceof OrderCanceled e) return e.reason();
    if (event instanceof OrderStockFailed e) return e.reason();
    if (event instanceof OrderAssetsRejected e) return e.reason();
    if (event instanceof OrderRefundRequested e) return e.reason();
    if (event instanceof OrderPaymentFailed e) return "payment " + e.paymentId() + " failed";
    return null;
  }
}
