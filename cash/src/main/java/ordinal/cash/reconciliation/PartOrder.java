package ordinal.cash.reconciliation;

import java.util.List;
import ordinal.order.OrderState.Existing;
import ordinal.order.OrderStep;
import ordinal.projections.tail.JournalRow;

/**
 * An order that is being compared: its whole life.
 *
 * @param rows its events as stored
 * @param steps the same events, each with where it led
 * @param settled whether what its last event leads to can be expected to have happened
 */
record PartOrder(String orderNo, List<JournalRow> rows, List<OrderStep> steps, boolean settled) {
  PartOrder {
    rows = List.copyOf(rows);
    steps = List.copyOf(steps);
  }

  Existing now() {
    return steps.get(steps.size() - 1).after();
  }

  String entity() {
    return rows.get(0).persistenceId();
  }
}
