package ordinal.cash.notifications;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import ordinal.cash.notifications.Notification.Channel;
import ordinal.cash.notifications.Notification.Status;
import ordinal.kernel.Money;
import ordinal.order.OrderEvent;
import ordinal.order.OrderEvent.OrderCompleted;
import ordinal.order.OrderEvent.OrderPaid;
import ordinal.order.OrderEvent.OrderRefunded;
import ordinal.order.OrderStep;

/**
 * Who is told what of which event.
 *
 * <pre>
 * event           channel      who is told
 * OrderPaid       TECHNICIAN   the order's store, or "store" when it has none
 * OrderPaid       SMS          the user
 * OrderCompleted  PUSH         the user
 * OrderRefunded   SMS          the user
 * any other       –            nobody
 * </pre>
 *
 * @param expireAfter an event that is older when it is read is not told any more: whoever starts
 *     this release on a journal of years must not wake everybody in it
 */
record NotificationPlan(Duration expireAfter) {

  /** Who is told of an order that belongs to no store. */
  static final String NO_STORE = "store";

  static boolean tells(Object event) {
    return event instanceof OrderPaid
        || event instanceof OrderCompleted
        || event instanceof OrderRefunded;
  }

  /** All that there is to tell of an order's life. */
  List<Notification> of(List<OrderStep> history, Instant now) {
    return history.stream()
        .filter(step -> tells(step.event()))
        .flatMap(
            step ->
                of(OrderFacts.of(step.after().contents()), step.sequenceNr(), step.event(), now)
                    .stream())
        .toList();
  }

  List<Notification> of(OrderFacts order, long sequenceNr, OrderEvent event, Instant now) {
    var telling = new Telling(order, sequenceNr, event, now.minus(expireAfter));
    if (event instanceof OrderPaid paid) {
      return List.of(
          telling.store(
              "Order %s is paid and can be carried out: %s."
                  .formatted(order.orderNo(), items(order))),
          telling.user(Channel.SMS, paid(order, paid)));
    }
    if (event instanceof OrderCompleted) {
      return List.of(
          telling.user(Channel.PUSH, "Your order %s is done.".formatted(order.orderNo())));
    }
    if (event instanceof OrderRefunded) {
      return List.of(
          telling.user(
              Channel.SMS,
              "The money for your order %s is on its way back to you.".formatted(order.orderNo())));
    }
    return List.of();
  }

  private static String paid(OrderFacts order, OrderPaid paid) {
    return paid.amountMinor() == 0
        ? "Your order %s is paid: nothing was left to pay.".formatted(order.orderNo())
        : "We have received %s %s for your order %s."
            .formatted(
                Money.toDecimal(paid.amountMinor()).toPlainString(),
                order.currency(),
                order.orderNo());
  }

  private static String items(OrderFacts order) {
    return String.format(
        Locale.ROOT, order.items() == 1 ? "%d item" : "%d different items", order.items());
  }

  /** What all that is told of one event has in common. */
  private record Telling(
      OrderFacts order, long sequenceNr, OrderEvent event, Instant oldestWanted) {

    Notification user(Channel channel, String text) {
      return to(order.userId(), channel, text);
    }

    Notification store(String text) {
      var storeId = order.storeId();
      return to(storeId == null ? NO_STORE : storeId, Channel.TECHNICIAN, text);
    }

    private Notification to(String recipientId, Channel channel, String text) {
      var eventId = OrderStep.eventId(order.orderNo(), sequenceNr);
      var at = event.meta().at();
      boolean expired = at.isBefore(oldestWanted);
      return new Notification(
          Notification.id(eventId, channel),
          order.tenantId(),
          order.userId(),
          recipientId,
          channel,
          event.eventType(),
          eventId,
          order.orderNo(),
          order.storeId(),
          sequenceNr,
          text,
          event.meta().trace(),
          expired ? Status.EXPIRED : Status.PENDING,
          0,
          expired ? null : at,
          null,
          at,
          null);
    }
  }
}
