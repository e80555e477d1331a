package ordinal.cash.process;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import ordinal.bridge.Outcome;
import ordinal.cash.process.Plan.Lock;
import ordinal.cash.process.Plan.Settle;
import ordinal.order.OrderStep;
import ordinal.order.Orders;
import org.jspecify.annotations.Nullable;

/**
 * What an order's life demands of accounts and coupons, for the comparison of books, and the way to
 * have all of it done again. {@link OrderProcess} has the rules; here they are asked of a whole
 * history at once.
 *
 * <p>Rates are those of now: after they were changed, an order of before may demand another amount,
 * which its key, once used, refuses.
 */
public final class OrderSteps {

  /**
   * Something that an account or a coupon must have done.
   *
   * @param entityId the account's or the coupon's
   * @param key under which it is done
   */
  public record Step(String entityId, String key) {}

  private final OrderProcess process;
  private final Orders orders;
  private final Planner planner;

  OrderSteps(OrderProcess process, Orders orders, Planner planner) {
    this.process = process;
    this.orders = orders;
    this.planner = planner;
  }

  /** Every movement that must be there by now. What was released leaves none that must. */
  public List<Step> demanded(List<OrderStep> history) {
    var demanded = new ArrayList<Step>();
    for (int at = 0; at < history.size(); at++) {
      if (!(planner.plan(history, at) instanceof Settle settle)) continue;
      for (var deed : settle.deeds()) {
        var step = step(deed);
        if (step != null && !demanded.contains(step)) demanded.add(step);
      }
    }
    return demanded;
  }

  /** Whether the order waits to hear whether what its checkout asks for is locked. */
  public boolean waitsForLocks(List<OrderStep> history) {
    for (int at = 0; at < history.size(); at++) {
      if (planner.plan(history, at) instanceof Lock) return true;
    }
    return false;
  }

  private static @Nullable Step step(Deed deed) {
    if (deed instanceof Deed.UseCoupon d) {
      return new Step(d.coupon().entityId(), d.hold().key("order", "commit"));
    }
    if (deed instanceof Deed.Commit d) {
      var kind = d.account().kind().name().toLowerCase(Locale.ROOT);
      return new Step(d.account().entityId(), d.hold().key(kind, "commit"));
    }
    if (deed instanceof Deed.Earn d) return new Step(d.account().entityId(), d.key());
    if (deed instanceof Deed.Revert d) return new Step(d.account().entityId(), d.key());
    if (deed instanceof Deed.TakeBack d) return new Step(d.account().entityId(), d.key());
    return null;
  }

  /**
   * Has everything done again that follows from the order's events, in their order and within their
   * traces; what was done already stays as it is. What could not be done, in words.
   */
  public CompletionStage<List<String>> redo(String orderNo) {
    return orders.history(orderNo).thenCompose(this::redo);
  }

  private CompletionStage<List<String>> redo(List<OrderStep> history) {
    var failures = new ArrayList<String>();
    CompletionStage<Void> all = CompletableFuture.completedFuture(null);
    for (int at = 0; at < history.size(); at++) {
      int place = at;
      all = all.thenCompose(before -> redo(history, place, failures));
    }
    return all.thenApply(done -> List.copyOf(failures));
  }

  private CompletionStage<Void> redo(List<OrderStep> history, int at, List<String> failures) {
    var step = history.get(at);
    return process
        .carryOut(history, at, step.eventId(), step.event().meta().trace())
        .exceptionally(OrderProcess::later)
        .thenAccept(
            outcome -> {
              if (outcome instanceof Outcome.MayPass failed) failures.add(failed.reason());
              if (outcome instanceof Outcome.CannotPass failed) failures.add(failed.reason());
            });
  }
}
