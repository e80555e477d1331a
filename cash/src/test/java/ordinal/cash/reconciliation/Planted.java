package ordinal.cash.reconciliation;

import java.sql.Connection;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/** Finds what a test tells it to, and puts it right. */
final class Planted implements Check {
  final Set<String> wrong = ConcurrentHashMap.newKeySet();
  final List<String> looked = new CopyOnWriteArrayList<>();
  final DifferenceKind kind;
  List<String> follows = List.of();
  Runnable afterLook = () -> {};

  Planted(DifferenceKind kind, String... wrong) {
    this.kind = kind;
    this.wrong.addAll(List.of(wrong));
  }

  @Override
  public String name() {
    return "planted";
  }

  @Override
  public List<String> follows() {
    return follows;
  }

  @Override
  public List<Found> look(Connection db, Part part) {
    var found = new ArrayList<Found>();
    for (var order : part.orders()) {
      looked.add(order.orderNo());
      if (wrong.contains(order.orderNo())) {
        found.add(new Found(kind, order.entity(), order.orderNo(), "right", "wrong"));
      }
    }
    afterLook.run();
    return found;
  }

  @Override
  public List<Outcome> repair(List<Found> found) {
    if (found.stream().anyMatch(one -> one.subject().equals("ORD-7"))) {
      throw new IllegalStateException("cannot");
    }
    found.forEach(one -> wrong.remove(one.subject()));
    return found.stream().map(one -> Outcome.repaired("done again")).toList();
  }
}
