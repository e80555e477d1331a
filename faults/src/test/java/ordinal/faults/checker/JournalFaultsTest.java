package ordinal.faults.checker;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.EnumSet;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Faults planted in the journal, and in what was acknowledged. */
class JournalFaultsTest extends PlantedFaults {

  @Test
  void aRemovedEventLeavesAHole() throws Exception {
    make();
    var event = world.orders.get(1).event(4);
    world.execute("DELETE FROM event_journal WHERE ordering = ?", world.ordering(event));

    var report = world.check(EnumSet.of(Part.JOURNAL));

    assertThat(faults(report))
        .containsExactlyInAnyOrder(
            Fault.JOURNAL_HOLE, Fault.ACKNOWLEDGED_NOT_IN_JOURNAL, Fault.HOLE_BELOW_HEAD);
    assertThat(report.findings())
        .anySatisfy(f -> assertThat(f.subject()).isEqualTo(event.orderNo() + " #4"));
  }

  @Test
  void aRemovedLastEventIsMissedByWhoeverKnewOfIt() throws Exception {
    make();
    var event = world.orders.get(3).last();
    world.execute("DELETE FROM event_journal WHERE ordering = ?", world.ordering(event));

    assertThat(faults(world.check()))
        .contains(
            Fault.ACKNOWLEDGED_NOT_IN_JOURNAL, Fault.RECORD_WITHOUT_EVENT, Fault.VIEW_ROW_EXTRA)
        .doesNotContain(Fault.JOURNAL_HOLE);
  }

  @Test
  void anAcknowledgedEventBehindAMarkerIsLost() throws Exception {
    make();
    var event = world.orders.get(2).last();
    world.execute(
        "UPDATE event_journal SET persistence_id = '~hole', sequence_number = ordering, deleted = 1"
            + " WHERE ordering = ?",
        world.ordering(event));

    var report = world.check(EnumSet.of(Part.JOURNAL));

    assertThat(faults(report)).containsExactly(Fault.ACKNOWLEDGED_NOT_IN_JOURNAL);
    assertThat(report.findings().get(0).detail()).contains("2 markers in all");
  }

  @Test
  void anOrdersEventsInAnotherOrderAreFound() throws Exception {
    make();
    var order = world.orders.get(0);
    long second = world.ordering(order.event(2));
    long third = world.ordering(order.event(3));
    world.execute("UPDATE event_journal SET ordering = 1000 WHERE ordering = ?", second);
    world.execute("UPDATE event_journal SET ordering = ? WHERE ordering = ?", second, third);
    world.execute("UPDATE event_journal SET ordering = ? WHERE ordering = 1000", third);

    var report = world.check(EnumSet.of(Part.JOURNAL));

    assertThat(faults(report)).contains(Fault.JOURNAL_OUT_OF_ORDER);
    assertThat(report.findings())
        .anySatisfy(f -> assertThat(f.subject()).isEqualTo(order.orderNo() + " #2"));
  }

  @Test
  void aRequestWithTwoEffectsIsFound() throws Exception {
    make();
    var order = world.orders.get(0);
    world.execute(
        "UPDATE event_journal SET event_payload = REPLACE(event_payload, ?, ?) WHERE ordering = ?",
        order.event(4).requestKey(),
        order.event(3).requestKey(),
        world.ordering(order.event(4)));

    assertThat(faults(world.check(EnumSet.of(Part.JOURNAL))))
        .containsExactlyInAnyOrder(Fault.APPLIED_TWICE, Fault.ACKNOWLEDGED_OTHERWISE);
  }

  @Test
  void anOrderUnderAnotherNumberIsFound() throws Exception {
    make();
    world.execute(
        "UPDATE event_journal SET persistence_id = 'Order|ORDX' WHERE persistence_id = ?",
        world.orders.get(2).event(1).persistenceId());

    assertThat(faults(world.check(EnumSet.of(Part.JOURNAL))))
        .containsExactlyInAnyOrder(Fault.JOURNAL_ROW_WRONG, Fault.ACKNOWLEDGED_NOT_IN_JOURNAL);
  }

  @Test
  void anEventMarkedAsDeletedIsFound() throws Exception {
    make();
    world.execute(
        "UPDATE event_journal SET deleted = 1 WHERE ordering = ?",
        world.ordering(world.orders.get(0).last()));

    assertOnly(Fault.JOURNAL_ROW_WRONG, world.orders.get(0).orderNo() + " #5", "deleted");
  }

  @Test
  void aHoleBelowTheHeadIsFound() throws Exception {
    make();
    world.execute("DELETE FROM event_journal WHERE persistence_id = '~hole'");

    assertOnly(Fault.HOLE_BELOW_HEAD, "journal_head " + (EVENTS + 1));
  }

  @Test
  void anAcknowledgedOrderThatIsNotThereIsLost() throws Exception {
    make();
    var ghost = new PlantedEvent("ghost", 1, "OrderCreated", "", "", "CREATED");
    world.answers.add(
        PlantedWorld.answer(new PlantedOrder("ghost", List.of(ghost), null, null), ghost));

    assertOnly(Fault.ACKNOWLEDGED_NOT_IN_JOURNAL, ghost.orderNo(), "has 0 events of it");
  }

  @Test
  void anAcknowledgedVersionThatIsNotThereIsLost() throws Exception {
    make();
    var next = new PlantedEvent("c", 3, "OrderCanceled", "", "", "CANCELED");
    world.answers.add(PlantedWorld.answer(world.orders.get(2), next));

    assertOnly(Fault.ACKNOWLEDGED_NOT_IN_JOURNAL, next.orderNo() + " #3");
  }

  @Test
  void anotherStatusThanAcknowledgedIsFound() throws Exception {
    make();
    var order = world.orders.get(0);
    var said = new PlantedEvent("a", 3, "OrderCanceled", "", "", "PAID");
    world.answers.add(PlantedWorld.answer(order, said));

    assertOnly(Fault.ACKNOWLEDGED_OTHERWISE, order.orderNo() + " #3", "PAID was said");
  }

  @Test
  void otherContentsThanAcknowledgedAreFound() throws Exception {
    make();
    var order = world.orders.get(0);
    world.execute(
        "UPDATE event_journal SET event_payload = REPLACE(event_payload, '\"socks\"', '\"shoes\"')"
            + " WHERE ordering = ?",
        world.id(order));

    var report = world.check(EnumSet.of(Part.JOURNAL));

    assertThat(faults(report)).containsExactly(Fault.ACKNOWLEDGED_OTHERWISE);
    assertThat(report.findings().get(0).detail()).contains("stored is shoes:2:499,tape:1:2");
  }

  @Test
  void anOrderThatWasDeniedIsFound() throws Exception {
    make();
    var order = world.orders.get(0).orderNo();
    world.answers.add(refusal(order, 404, "A0404"));
    world.answers.add(refusal(order, 422, "A0402"));

    assertThat(faults(world.check()))
        .containsExactlyInAnyOrder(Fault.ORDER_DENIED, Fault.REFUSED_WRONGLY);
  }

  private static Acknowledged refusal(String orderNo, int status, String code) {
    return new Acknowledged(
        "cancel", "k", null, status, code, false, orderNo, 0, null, null, null, null);
  }
}
