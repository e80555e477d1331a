package ordinal.order;

import java.util.ArrayList;
import java.util.List;
import ordinal.kernel.Ids;
import ordinal.order.OrderEvent.OrderMessageIgnored;
import ordinal.order.OrderState.Existing;
import org.apache.pekko.persistence.typed.PersistenceId;
import org.jspecify.annotations.Nullable;

/**
 * One stored event of an order, with where it came from and where it led.
 *
 * @param from the status before, or null for the first event
 * @param after the whole order after the event
 */
public record OrderStep(OrderEvent event, @Nullable OrderStatus from, Existing after) {

  public long sequenceNr() {
    return after.version();
  }

  public String eventId() {
    return eventId(after.contents().orderNo(), sequenceNr());
  }

  public boolean isIgnored() {
    return event instanceof OrderMessageIgnored;
  }

  public static String eventId(String orderNo, long sequenceNr) {
    return Ids.eventId(persistenceId(orderNo), sequenceNr);
  }

  static String persistenceId(String orderNo) {
    return PersistenceId.of(Order.KEY.name(), orderNo).id();
  }

  /** Folds an order's events into its steps. */
  public static List<OrderStep> fold(List<OrderEvent> events) {
    var steps = new ArrayList<OrderStep>(events.size());
    OrderState state = new OrderState.Absent();
    for (var event : events) {
      var from = state instanceof Existing before ? before.status() : null;
      state = state.after(event);
      steps.add(new OrderStep(event, from, (Existing) state));
    }
    return List.copyOf(steps);
  }
}
