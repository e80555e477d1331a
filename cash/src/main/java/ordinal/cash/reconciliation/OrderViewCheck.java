package ordinal.cash.reconciliation;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import ordinal.projections.sql.Sql;
import ordinal.projections.views.OrderViewAudit;

/** Orders' events against their rows in the view. Exact, however far the view is. */
final class OrderViewCheck implements Check {

  private final Sql sql;
  private final OrderViewAudit audit;

  OrderViewCheck(Sql sql, OrderViewAudit audit) {
    this.sql = sql;
    this.audit = audit;
  }

  @Override
  public String name() {
    return "views";
  }

  @Override
  public List<String> follows() {
    return List.of();
  }

  @Override
  public List<Found> look(Connection db, Part part) throws SQLException {
    var orderNos = part.orders().stream().map(PartOrder::orderNo).toList();
    return audit.compare(db, orderNos).stream()
        .map(
            one ->
                new Found(
                    DifferenceKind.VIEW,
                    "Order|" + one.orderNo(),
                    one.orderNo(),
                    one.expected(),
                    one.found()))
        .toList();
  }

  @Override
  public List<Outcome> repair(List<Found> found) {
    var outcomes = new ArrayList<Outcome>();
    for (var one : found) outcomes.add(repair(one));
    return outcomes;
  }

  private Outcome repair(Found found) {
    try {
      boolean repaired = sql.now(db -> audit.repair(db, found.subject()));
      return repaired ? Outcome.repaired("its rows were written anew") : Outcome.NONE;
    } catch (SQLException | RuntimeException e) {
      return Outcome.failed(e);
    }
  }
}
