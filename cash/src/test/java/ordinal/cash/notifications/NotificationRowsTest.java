package ordinal.cash.notifications;

import static ordinal.projections.TestEvents.CHECKOUT;
import static ordinal.projections.TestEvents.COMPLETED;
import static ordinal.projections.TestEvents.LATER;
import static ordinal.projections.TestEvents.PAID;
import static ordinal.projections.TestEvents.REFUND;
import static ordinal.projections.TestEvents.REFUNDED;
import static ordinal.projections.TestEvents.RESERVED;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import ordinal.order.OrderEvent;
import ordinal.order.OrderEvent.Item;
import ordinal.order.OrderEvent.OrderCreated;
import ordinal.order.OrderEvent.OrderPaid;
import ordinal.projections.TestJournal;
import ordinal.projections.tail.Page;
import ordinal.projections.tail.SliceRange;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Who is told what, on the real database. */
class NotificationRowsTest {

  final SetClock clock = new SetClock("2025-01-01T12:01:00Z");
  TestJournal journal;

  @BeforeEach
  void start() {
    journal = TestJournal.create("notification_rows");
  }

  @AfterEach
  void stop() {
    journal.close();
  }

  private Page from(long ordering) throws Exception {
    return journal.page(SliceRange.all(TestJournal.SLICES), ordering, 100);
  }

  private void apply(Page page) throws Exception {
    var rows =
        new NotificationRows(
            new NotificationPlan(Duration.ofDays(3)),
            new FirstEvents(TestJournal.serialization()),
            clock);
    try (var db = journal.dataSource().getConnection()) {
      rows.apply(db, page);
    }
  }

  private static OrderCreated ofStore(String orderNo) {
    return new OrderCreated(
        TestJournal.meta("2025-01-01T12:00:00.123Z"),
        orderNo,
        "acme",
        "10002",
        "req-1",
        "store-7",
        List.of(new Item("socks", 2, 499)),
        "EUR",
        998);
  }

  private List<List<String>> rows(String columns) throws Exception {
    return journal.query(
        "SELECT " + columns + " FROM notification ORDER BY order_no, seq, channel");
  }

  @Test
  void aPaymentIsToldToTheStoreAndTheUserAndALaterEventToTheUser() throws Exception {
    journal.append("ORD-1", 1, ofStore("ORD-1"), RESERVED, CHECKOUT, PAID, COMPLETED);
    journal.append("ORD-1", 6, REFUND, REFUNDED);

    apply(from(0));

    assertThat(rows("seq, event_type, channel, recipient_id, text"))
        .containsExactly(
            List.of(
                "4",
                "OrderPaid",
                "SMS",
                "10002",
                "We have received 10.00 EUR for your order ORD-1."),
            List.of(
                "4",
                "OrderPaid",
                "TECHNICIAN",
                "store-7",
                "Order ORD-1 is paid and can be carried out: 1 item."),
            List.of("5", "OrderCompleted", "PUSH", "10002", "Your order ORD-1 is done."),
            List.of(
                "7",
                "OrderRefunded",
                "SMS",
                "10002",
                "The money for your order ORD-1 is on its way back to you."));
    assertThat(Set.copyOf(rows("tenant_id, user_id, store_id, status, attempts, trace_id")))
        .containsExactly(List.of("acme", "10002", "store-7", "PENDING", "0", "trace-1"));
    assertThat(rows("created_at, next_attempt_at").get(0))
        .containsExactly("2025-01-01 12:00:01.456", "2025-01-01 12:00:01.456");
  }

  @Test
  void whomToTellIsFoundThoughTheOrderBeganPagesAgo() throws Exception {
    journal.append("ORD-1", 1, ofStore("ORD-1"), RESERVED, CHECKOUT);
    journal.append("ORD-2", 1, TestJournal.created("ORD-2", "10003"), RESERVED, CHECKOUT);
    long seen = from(0).upTo();
    journal.append("ORD-1", 4, PAID);
    journal.append("ORD-2", 4, PAID);

    apply(from(seen));

    assertThat(rows("order_no, recipient_id"))
        .containsExactly(
            List.of("ORD-1", "10002"),
            List.of("ORD-1", "store-7"),
            List.of("ORD-2", "10003"),
            List.of("ORD-2", "store"));
  }

  @Test
  void anOrderThatAssetsPaidInFullSaysSo() throws Exception {
    var meta = TestJournal.meta("2025-01-01T12:00:01.456Z");
    journal.append(
        "ORD-1", 1, ofStore("ORD-1"), RESERVED, CHECKOUT, new OrderPaid(meta, "none", 0));

    apply(from(0));

    assertThat(rows("text").get(0))
        .containsExactly("Your order ORD-1 is paid: nothing was left to pay.");
  }

  @Test
  void aPageThatComesAgainChangesNothing() throws Exception {
    journal.append("ORD-1", 1, ofStore("ORD-1"), RESERVED, CHECKOUT, PAID, COMPLETED);
    apply(from(0));
    journal.execute(
        "UPDATE notification SET status = 'SENT', attempts = 2, next_attempt_at = NULL"
            + " WHERE channel = 'SMS'",
        "UPDATE notification SET status = 'DEAD', attempts = 9 WHERE channel = 'PUSH'");
    var before = rows("*");

    apply(from(0));

    assertThat(rows("*")).isEqualTo(before).hasSize(3);
  }

  @Test
  void anIdFollowsFromTheEventAndTheChannel() throws Exception {
    journal.append("ORD-1", 1, ofStore("ORD-1"), RESERVED, CHECKOUT, PAID);
    apply(from(0));

    var eventId = from(0).rows().get(3).eventId();
    assertThat(rows("id, event_id"))
        .containsExactly(
            List.of(Notification.id(eventId, Notification.Channel.SMS), eventId),
            List.of(Notification.id(eventId, Notification.Channel.TECHNICIAN), eventId));
  }

  @Test
  void whatIsReadDaysLateIsKeptAndNotTold() throws Exception {
    journal.append("ORD-1", 1, ofStore("ORD-1"), RESERVED, CHECKOUT, PAID);
    clock.move(Duration.ofDays(3));

    apply(from(0));

    assertThat(Set.copyOf(rows("status, IFNULL(next_attempt_at, 'never')")))
        .containsExactly(List.of("EXPIRED", "never"));
  }

  @Test
  void anOrderWithoutAFirstEventHoldsUpNoOther() throws Exception {
    journal.append("ORD-1", 4, PAID);
    journal.append("ORD-2", 1, ofStore("ORD-2"), RESERVED, CHECKOUT, PAID);

    apply(from(0));

    assertThat(rows("order_no")).containsExactly(List.of("ORD-2"), List.of("ORD-2"));
  }

  @Test
  void everyEventHasADecision() {
    var told =
        LATER.values().stream()
            .filter(NotificationPlan::tells)
            .map(OrderEvent::eventType)
            .collect(Collectors.toSet());
    var plan = new NotificationPlan(Duration.ofDays(3));
    var order = OrderFacts.of(ofStore("ORD-1"));

    assertThat(told).containsExactlyInAnyOrder("OrderPaid", "OrderCompleted", "OrderRefunded");
    for (var event : LATER.values()) {
      assertThat(plan.of(order, 2, event, clock.instant()).isEmpty())
          .as(event.eventType())
          .isEqualTo(!told.contains(event.eventType()));
    }
  }
}
