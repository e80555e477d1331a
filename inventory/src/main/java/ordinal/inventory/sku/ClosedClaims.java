package ordinal.inventory.sku;

import java.util.List;
import ordinal.kernel.JsonMessage;
import org.jspecify.annotations.Nullable;
import scala.collection.immutable.HashMap;
import scala.collection.immutable.Queue;
import scala.jdk.javaapi.CollectionConverters;

/**
 * The last orders whose claim on a sku has ended, oldest first, so that a late or repeated command
 * does not begin anew. It never changes: {@link #with} gives another one that shares most of this
 * one. The collections are Scala's, which Pekko brings; the JDK has none of this kind, and copying
 * thousands of entries for every event would cost more than storing it.
 */
final class ClosedClaims {

  enum End {
    RELEASED,
    DEDUCTED
  }

  /**
   * How one ended.
   *
   * @param quantity 0 when it was released before it was reserved
   */
  record Closed(String orderNo, End end, long quantity) implements JsonMessage {}

  static final ClosedClaims NONE =
      new ClosedClaims(new HashMap<>(), Queue.<String>newBuilder().result());

  private final HashMap<String, Closed> byOrder;
  private final Queue<String> oldestFirst;

  private ClosedClaims(HashMap<String, Closed> byOrder, Queue<String> oldestFirst) {
    this.byOrder = byOrder;
    this.oldestFirst = oldestFirst;
  }

  @Nullable Closed of(String orderNo) {
    var found = byOrder.get(orderNo);
    return found.isEmpty() ? null : found.get();
  }

  int size() {
    return byOrder.size();
  }

  /** With this one too; the oldest are forgotten when there are more than {@code most}. */
  ClosedClaims with(Closed closed, int most) {
    var orders =
        byOrder.contains(closed.orderNo()) ? oldestFirst : oldestFirst.enqueue(closed.orderNo());
    var claims = byOrder.<Closed>updated(closed.orderNo(), closed);
    while (claims.size() > most) {
      claims = claims.removed(orders.head());
      orders = orders.tail();
    }
    return new ClosedClaims(claims, orders);
  }

  /** Oldest first. */
  List<Closed> toList() {
    return CollectionConverters.asJava(oldestFirst).stream().map(byOrder::apply).toList();
  }
}
