package ordinal.faults.checker;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.EnumSet;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Faults planted in the views and in the deliveries. */
class ViewFaultsTest extends PlantedFaults {

  @Test
  void anOrderThatIsMissingInTheViewIsFound() throws Exception {
    make();
    var order = world.orders.get(3).orderNo();
    world.execute("DELETE FROM order_view WHERE order_no = ?", order);

    assertOnly(Fault.VIEW_ROW_MISSING, "order_view " + order);
  }

  @Test
  void anOrderThatIsInTheViewOnlyIsFound() throws Exception {
    make();
    world.execute(
        "INSERT INTO order_view SELECT 999, 'ORDX', tenant_id, user_id, store_id, status,"
            + " status_reason, refund_from, currency, total_minor, created_at, updated_at, last_seq"
            + " FROM order_view LIMIT 1");

    assertOnly(Fault.VIEW_ROW_EXTRA, "order_view ORDX");
  }

  @Test
  void everyColumnOfTheViewIsCompared() throws Exception {
    make();
    var order = world.orders.get(2);
    for (var change :
        List.of(
            "status = 'PAID'",
            "status_reason = 'because'",
            "total_minor = 1001",
            "user_id = 'x'",
            "tenant_id = 'x'",
            "store_id = 'x'",
            "currency = 'EUR'",
            "last_seq = last_seq - 1",
            "updated_at = updated_at + INTERVAL 1000 MICROSECOND",
            "created_at = created_at - INTERVAL 1 HOUR",
            "order_id = 998")) {
      world.rewriteViews();
      world.execute("UPDATE order_view SET " + change + " WHERE order_no = ?", order.orderNo());

      var report = world.check(EnumSet.of(Part.JOURNAL, Part.VIEWS));

      assertThat(faults(report)).as(change).containsExactly(Fault.VIEW_ROW_DIFFERS);
      assertThat(report.findings().get(0).detail())
          .startsWith(change.substring(0, change.indexOf(' ')) + " is ");
    }
  }

  @Test
  void whereARefundReturnsToIsCompared() throws Exception {
    make();
    world.execute("UPDATE order_view SET refund_from = 'PAID' WHERE status = 'REFUNDING'");

    assertOnly(Fault.VIEW_ROW_DIFFERS, world.orders.get(1).orderNo(), "refund_from is PAID");
  }

  @Test
  void anItemThatIsMissingIsFound() throws Exception {
    make();
    long id = world.id(world.orders.get(0));
    world.execute("DELETE FROM order_item_view WHERE order_id = ? AND line_no = 2", id);

    assertOnly(Fault.VIEW_ROW_MISSING, "order_item_view " + id + "/2");
  }

  @Test
  void anAlteredItemIsFound() throws Exception {
    make();
    long id = world.id(world.orders.get(0));
    world.execute("UPDATE order_item_view SET quantity = 3 WHERE order_id = ? AND line_no = 1", id);

    assertOnly(Fault.VIEW_ROW_DIFFERS, "order_item_view " + id + "/1", "quantity is 3, not 2");
  }

  @Test
  void aStepThatIsMissingInTheFlowIsFound() throws Exception {
    make();
    long id = world.id(world.orders.get(1));
    world.execute("DELETE FROM order_state_flow WHERE order_id = ? AND seq = 4", id);

    assertOnly(Fault.VIEW_ROW_MISSING, "order_state_flow " + id + "/4");
  }

  @Test
  void anAlteredStepIsFound() throws Exception {
    make();
    long id = world.id(world.orders.get(0));
    world.execute(
        "UPDATE order_state_flow SET to_status = 'PAID', ignored = 0 WHERE order_id = ? AND seq ="
            + " 2",
        id);

    assertOnly(
        Fault.VIEW_ROW_DIFFERS,
        "order_state_flow " + id + "/2",
        "to_status is PAID, not CREATED; ignored is 0, not 1");
  }

  @Test
  void aDeliveryThatWasNotRecordedIsFound() throws Exception {
    make();
    long ordering = world.ordering(world.orders.get(0).event(2));
    world.execute("DELETE FROM event_delivery WHERE ordering = ?", ordering);

    assertOnly(Fault.VIEW_ROW_MISSING, "event_delivery " + ordering);
  }

  @Test
  void aDeliveryThatPointsElsewhereIsFound() throws Exception {
    make();
    long ordering = world.ordering(world.orders.get(0).event(2));
    world.execute(
        "UPDATE event_delivery SET offset_no = offset_no + 1 WHERE ordering = ?", ordering);

    assertOnly(Fault.VIEW_ROW_DIFFERS, "event_delivery " + ordering, "offset_no is");
  }
}
