package ordinal.faults.checker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;
import ordinal.faults.checker.PlantedWorld.Message;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Each fault is planted in a world that is otherwise right: it is found, named, and it alone. */
class CheckerTest {

  private static final int EVENTS = 24;

  @TempDir Path folder;
  private PlantedWorld world;

  @AfterEach
  void close() throws Exception {
    if (world != null) world.close();
  }

  @Test
  void aWorldInWhichAllAgreesIsClean() throws Exception {
    make();

    var report = world.check();

    assertThat(report.findings()).isEmpty();
    assertThat(report.isClean()).isTrue();
    assertThat(report.figure(Report.Figure.ORDERS_ACKNOWLEDGED)).isEqualTo(5);
    assertThat(report.figure(Report.Figure.EVENTS)).isEqualTo(EVENTS);
    assertThat(report.figure(Report.Figure.MARKERS)).isEqualTo(1);
    assertThat(report.figure(Report.Figure.RECORDS)).isEqualTo(EVENTS);
    assertThat(report.figure(Report.Figure.VIEW_ROWS)).isEqualTo(5 + 10 + EVENTS);
    assertThat(report.figure(Report.Figure.DELIVERIES)).isEqualTo(EVENTS);
    assertThat(report.text()).contains("lost", "doubled", "out of order", "differing");
  }

  // Kafka.

  @Test
  void aDroppedRecordIsLost() throws Exception {
    makeWith(messages -> without(messages, 7));

    var report = world.check();

    assertThat(faults(report)).contains(Fault.NOT_ON_KAFKA);
    assertThat(report.counts().get(Fault.NOT_ON_KAFKA)).isEqualTo(1);
    assertThat(report.count(Fault.Group.DOUBLED) + report.count(Fault.Group.OUT_OF_ORDER)).isZero();
  }

  @Test
  void aDroppedRecordIsNamed() throws Exception {
    var dropped = PlantedOrder.all().get(1).event(3);
    makeWith(messages -> messages.stream().filter(m -> !m.event().equals(dropped)).toList());

    assertThat(world.check().findings())
        .anySatisfy(
            finding -> {
              assertThat(finding.fault()).isEqualTo(Fault.NOT_ON_KAFKA);
              assertThat(finding.subject()).isEqualTo(dropped.orderNo() + " #3");
              assertThat(finding.detail()).contains("OrderCheckoutLocked", dropped.eventId());
            });
  }

  @Test
  void aDoubledRecordIsFound() throws Exception {
    makeWith(
        messages -> {
          messages.add(messages.get(5));
          return messages;
        });

    assertOnly(Fault.DOUBLED_ON_KAFKA, world.orders.get(0).orderNo());
  }

  @Test
  void theSameNumberUnderAnotherIdIsADoubleToo() throws Exception {
    makeWith(
        messages -> {
          var first = messages.get(5);
          messages.add(first.with(first.event().eventId(), "0".repeat(26)));
          return messages;
        });

    assertThat(faults(world.check())).containsExactly(Fault.DOUBLED_ON_KAFKA);
  }

  @Test
  void swappedRecordsAreOutOfOrder() throws Exception {
    var order = PlantedOrder.all().get(0);
    makeWith(
        messages -> {
          Collections.swap(messages, at(messages, order.event(2)), at(messages, order.event(3)));
          return messages;
        });

    assertOnly(Fault.OUT_OF_ORDER_ON_KAFKA, order.orderNo() + " #2");
  }

  @Test
  void aKeyInTwoPartitionsIsOutOfOrder() throws Exception {
    var order = PlantedOrder.all().get(2);
    makeWith(
        messages -> {
          int at = at(messages, order.event(1));
          int other = at(messages, order.event(2));
          messages.set(at, inPartition(messages.get(at), 0));
          messages.set(other, inPartition(messages.get(other), 1));
          return messages;
        });

    assertOnly(Fault.SEVERAL_PARTITIONS, order.orderNo());
  }

  @Test
  void anAlteredAmountIsFound() throws Exception {
    makeWith(altering(PlantedOrder.all().get(1).event(7), "10.00", "10.01"));

    assertOnly(Fault.RECORD_DIFFERS, "#7", "payload.amount is 10.01, not 10.00");
  }

  @Test
  void anAlteredTypeIsFound() throws Exception {
    makeWith(altering(PlantedOrder.all().get(4).event(4), "OrderRefunded", "OrderRefundFailed"));

    assertOnly(Fault.RECORD_DIFFERS, "#4", "eventType is \"OrderRefundFailed\"");
  }

  @Test
  void aFieldThatWasAddedOrLeftOutIsFound() throws Exception {
    makeWith(altering(PlantedOrder.all().get(1).event(8), "\"mentorId\"", "\"friendId\""));

    assertOnly(Fault.RECORD_DIFFERS, "#8", "payload.mentorId is absent", "payload.friendId is");
  }

  @Test
  void anotherKeyIsFound() throws Exception {
    var event = PlantedOrder.all().get(2).event(2);
    makeWith(
        messages -> {
          int at = at(messages, event);
          messages.set(at, new Message(event, "someone-else", null, event.body()));
          return messages;
        });

    assertOnly(Fault.RECORD_DIFFERS, "someone-else", "key is someone-else");
  }

  @Test
  void anotherEventIdIsOneRecordTooManyAndOneLost() throws Exception {
    var event = PlantedOrder.all().get(2).event(2);
    makeWith(altering(event, event.eventId(), "0".repeat(26)));

    assertThat(faults(world.check()))
        .contains(Fault.RECORD_WITHOUT_EVENT, Fault.NOT_ON_KAFKA)
        .doesNotContain(Fault.DOUBLED_ON_KAFKA);
  }

  // The journal.

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

  // What was acknowledged.

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

  // The views.

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

  // What cannot be compared.

  @Test
  void aTopicThatIsNotThereIsAFailureAndNoDifference() throws Exception {
    make();
    var sources = world.sources(EnumSet.allOf(Part.class));
    var elsewhere =
        new Sources(
            sources.jdbcUrl(),
            sources.user(),
            sources.password(),
            sources.bootstrap(),
            "no-such-topic",
            null,
            sources.parts());

    assertThatThrownBy(() -> Checker.check(elsewhere))
        .isInstanceOf(CheckFailure.class)
        .hasMessage("Kafka has no topic no-such-topic");
  }

  private void make() throws Exception {
    world = PlantedWorld.make(folder);
  }

  private void makeWith(UnaryOperator<List<Message>> spoil) throws Exception {
    world = PlantedWorld.make(folder, spoil);
  }

  /** One fault, found once, and its finding says all of this. */
  private void assertOnly(Fault fault, String... says) throws Exception {
    var report = world.check();

    assertThat(faults(report)).containsExactly(fault);
    assertThat(report.findings()).hasSize(1);
    assertThat(report.findings().get(0).toString()).contains(says);
    assertThat(report.isClean()).isFalse();
    assertThat(report.count(fault.group())).isEqualTo(1);
  }

  private static Set<Fault> faults(Report report) {
    return report.counts().keySet();
  }

  private static List<Message> without(List<Message> messages, int at) {
    messages.remove(at);
    return messages;
  }

  private static int at(List<Message> messages, PlantedEvent event) {
    return messages.indexOf(Message.of(event));
  }

  private static Message inPartition(Message message, int partition) {
    return new Message(message.event(), message.key(), partition, message.body());
  }

  private static UnaryOperator<List<Message>> altering(PlantedEvent event, String old, String now) {
    return messages -> {
      int at = at(messages, event);
      messages.set(at, messages.get(at).with(old, now));
      return messages;
    };
  }
}
