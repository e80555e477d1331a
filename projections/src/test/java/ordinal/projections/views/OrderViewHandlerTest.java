package ordinal.projections.views;

import static java.util.Arrays.asList;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import ordinal.order.OrderEvent;
import ordinal.order.OrderEvent.CanceledBy;
import ordinal.order.OrderEvent.OrderCanceled;
import ordinal.order.OrderEvent.OrderCreated;
import ordinal.order.OrderState;
import ordinal.order.OrderState.Existing;
import ordinal.projections.TestEvents;
import ordinal.projections.TestJournal;
import ordinal.projections.tail.Page;
import ordinal.projections.tail.SliceRange;
import ordinal.projections.tail.TestPages;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Pages become rows, once, whatever is delivered how often. */
class OrderViewHandlerTest {

  TestJournal journal;
  TestSession session;
  SimpleMeterRegistry metrics;

  @BeforeEach
  void start() {
    journal = TestJournal.create("order_view_handler");
    metrics = new SimpleMeterRegistry();
    session = new TestSession(journal, ViewTables.LIVE, metrics);
  }

  @AfterEach
  void stop() {
    journal.close();
  }

  private Page page(long after, int limit) throws Exception {
    return journal.page(TestSession.ALL, after, limit);
  }

  @Test
  void aPageBecomesRows() throws Exception {
    long id = journal.append("ORD-1", 1, created("ORD-1", "store-7"), TestEvents.RESERVED).get(0);
    journal.append("ORD-2", 1, TestJournal.created("ORD-2", "10002"));
    journal.append("ORD-1", 3, TestEvents.CANCELED, TestEvents.IGNORED);

    session.apply(page(0, 500));

    var columns =
        """
SELECT order_id, order_no, tenant_id, user_id, store_id, status, status_reason, refund_from,
  currency, total_minor, CAST(created_at AS CHAR), CAST(updated_at AS CHAR), last_seq
FROM order_view ORDER BY order_id""";
    assertThat(journal.query(columns))
        .containsExactly(
            asList(
                text(id),
                "ORD-1",
                "default",
                "10001",
                "store-7",
                "CANCELED",
                "changed mind",
                null,
                "CNY",
                "1000",
                "2025-01-01 12:00:00.123",
                "2025-01-01 12:00:01.456",
                "4"),
            asList(
                text(id + 2),
                "ORD-2",
                "default",
                "10002",
                null,
                "CREATED",
                null,
                null,
                "CNY",
                "1000",
                "2025-01-01 12:00:00.123",
                "2025-01-01 12:00:00.123",
                "1"));
    assertThat(journal.query("SELECT * FROM order_item_view WHERE order_id = " + id))
        .containsExactly(
            List.of(text(id), "1", "socks", "2", "499"), List.of(text(id), "2", "tape", "1", "2"));
    assertThat(flow(id))
        .containsExactly(
            asList("1", "OrderCreated", null, "CREATED", "0", null, text(id)),
            asList("2", "OrderStockReserved", "CREATED", "STOCK_RESERVED", "0", null, text(id + 1)),
            List.of(
                "3",
                "OrderCanceled",
                "STOCK_RESERVED",
                "CANCELED",
                "0",
                "changed mind",
                text(id + 3)),
            List.of(
                "4",
                "OrderMessageIgnored",
                "CANCELED",
                "CANCELED",
                "1",
                "StockReserved does not fit PAID",
                text(id + 4)));
    assertThat(journal.query("SELECT trace_id, CAST(at AS CHAR) FROM order_state_flow").get(0))
        .containsExactly("trace-1", "2025-01-01 12:00:00.123");
    assertThat(metrics.counter("projection.event.handled", "projection", "orders").count())
        .isEqualTo(5);
  }

  @Test
  void aRowIsWhatTheEntityIsAfterEveryEventAndHoweverThePagesFall() throws Exception {
    int life = 0;
    for (var events : TestEvents.LIVES) {
      var orderNo = "ORD-" + life++;
      journal.append(orderNo, 1, TestJournal.created(orderNo, "10001"));
    }
    for (int i = 0; i < TestEvents.LIVES.size(); i++) {
      var events = TestEvents.LIVES.get(i);
      journal.append("ORD-" + i, 2, events.toArray(OrderEvent[]::new));
    }
    for (int size : List.of(1, 3, 7, 500)) {
      journal.execute(
          "DELETE FROM order_view", "DELETE FROM order_item_view", "DELETE FROM order_state_flow");

      session.drain(TestSession.ALL, 0, size);

      for (int i = 0; i < TestEvents.LIVES.size(); i++) {
        assertThat(flowOf("ORD-" + i)).as("pages of " + size).isEqualTo(statuses("ORD-" + i, i));
        assertThat(
                journal.query(
                    "SELECT status, status_reason FROM order_view WHERE order_no = 'ORD-%d'"
                        .formatted(i)))
            .isEqualTo(List.of(now("ORD-" + i, i)));
      }
    }
  }

  private List<String> flowOf(String orderNo) throws Exception {
    return journal
        .query(
            """
            SELECT to_status FROM order_state_flow JOIN order_view USING (order_id)
            WHERE order_no = '%s' ORDER BY seq"""
                .formatted(orderNo))
        .stream()
        .map(row -> row.get(0))
        .toList();
  }

  private static List<Existing> states(String orderNo, int life) {
    var states = new ArrayList<Existing>();
    states.add((Existing) new OrderState.Absent().after(TestJournal.created(orderNo, "10001")));
    for (var event : TestEvents.LIVES.get(life)) {
      states.add((Existing) states.get(states.size() - 1).after(event));
    }
    return states;
  }

  private static List<String> statuses(String orderNo, int life) {
    return states(orderNo, life).stream().map(state -> state.status().name()).toList();
  }

  private static List<String> now(String orderNo, int life) {
    var states = states(orderNo, life);
    var last = states.get(states.size() - 1);
    return asList(last.status().name(), last.progress().statusReason());
  }

  @Test
  void aPageDeliveredTwiceChangesNothing() throws Exception {
    journal.append("ORD-1", 1, TestJournal.created("ORD-1", "10001"), TestEvents.RESERVED);
    journal.append("ORD-2", 1, TestJournal.created("ORD-2", "10001"));
    journal.append("ORD-1", 3, TestEvents.CANCELED);
    session.drain(TestSession.ALL, 0, 2);
    var before = TestSession.contents(journal, ViewTables.LIVE);

    session.apply(page(0, 500));
    session.apply(page(0, 1));
    session.apply(page(1, 2));
    session.apply(page(3, 500));

    assertThat(TestSession.contents(journal, ViewTables.LIVE)).isEqualTo(before);
  }

  @Test
  void ofAPageThatIsKnownInPartOnlyTheRestIsTaken() throws Exception {
    journal.append("ORD-1", 1, TestJournal.created("ORD-1", "10001"));
    journal.append("ORD-2", 1, TestJournal.created("ORD-2", "10001"), TestEvents.RESERVED);
    session.apply(page(0, 2));
    journal.append("ORD-3", 1, TestJournal.created("ORD-3", "10001"));
    journal.append("ORD-1", 2, TestEvents.CANCELED);

    session.apply(page(0, 500));

    assertThat(journal.query("SELECT order_no, status, last_seq FROM order_view ORDER BY order_id"))
        .containsExactly(
            List.of("ORD-1", "CANCELED", "2"),
            List.of("ORD-2", "STOCK_RESERVED", "2"),
            List.of("ORD-3", "CREATED", "1"));
    assertThat(journal.number("SELECT COUNT(*) FROM order_state_flow")).isEqualTo(5);
    assertThat(journal.number("SELECT COUNT(*) FROM order_item_view")).isEqualTo(6);
  }

  @Test
  void severalInstancesAtOnceAreHarmless() throws Exception {
    journal.fill(2000, i -> TestJournal.created("ORD-" + i, "u-" + i % 7));
    journal.fill(2000, 2, i -> "ORD-" + i, TestEvents.RESERVED);
    journal.fill(2000, 3, i -> "ORD-" + i, TestEvents.CANCELED);
    new TestSession(journal).drain(SliceRange.one(0), 0, 500);
    var threads = Executors.newFixedThreadPool(3);
    try {
      Callable<Integer> instance = () -> new TestSession(journal).drain(TestSession.ALL, 0, 100);
      Callable<Integer> another = () -> new TestSession(journal).drain(TestSession.ALL, 0, 333);
      for (var one : threads.invokeAll(List.of(instance, another, instance))) {
        assertThat(one.get()).isEqualTo(6000);
      }
    } finally {
      threads.shutdown();
    }

    assertThat(journal.number("SELECT COUNT(*) FROM order_view WHERE last_seq = 3"))
        .isEqualTo(2000);
    assertThat(journal.number("SELECT COUNT(*) FROM order_view WHERE status = 'CANCELED'"))
        .isEqualTo(2000);
    assertThat(journal.number("SELECT COUNT(*) FROM order_state_flow")).isEqualTo(6000);
    assertThat(journal.number("SELECT COUNT(*) FROM order_item_view")).isEqualTo(4000);
  }

  @Test
  void aHoleIsSeenAndNothingOfItsPageIsTaken() throws Exception {
    journal.append("ORD-1", 1, TestJournal.created("ORD-1", "10001"), TestEvents.RESERVED);
    session.apply(page(0, 1));
    journal.append("ORD-2", 1, TestJournal.created("ORD-2", "10001"));
    long last = journal.append("ORD-1", 3, TestEvents.CANCELED).get(0);

    var skipped = page(2, 500);
    assertThatThrownBy(() -> session.apply(skipped))
        .isInstanceOf(ViewHole.class)
        .hasMessage(
            "order ORD-1: its event 3 (ordering %d) came, but the view knows only 1 of its events",
            last);

    assertThat(journal.query("SELECT order_no, last_seq FROM order_view"))
        .containsExactly(List.of("ORD-1", "1"));
    assertThat(journal.number("SELECT current_offset FROM projection_offset")).isEqualTo(1);
    assertThat(metrics.counter("projection.event.hole", "projection", "orders").count())
        .isEqualTo(1);

    session.apply(page(1, 500));
    assertThat(journal.number("SELECT SUM(last_seq) FROM order_view")).isEqualTo(4);
  }

  @Test
  void anOrderWhoseFirstEventNeverCameIsAHoleToo() throws Exception {
    journal.append("ORD-1", 1, TestJournal.created("ORD-1", "10001"), TestEvents.RESERVED);

    assertThatThrownBy(() -> session.apply(page(1, 500)))
        .isInstanceOf(ViewHole.class)
        .hasMessageContaining("order ORD-1: its event 2")
        .hasMessageContaining("knows only 0");
  }

  @Test
  void whatCannotBeReadIsNamed() throws Exception {
    journal.append("ORD-1", 1, TestJournal.created("ORD-1", "10001"));
    journal.execute("UPDATE event_journal SET event_payload = '{'");

    assertThatThrownBy(() -> session.apply(page(0, 500)))
        .hasMessageContaining("order ORD-1: its event 1 (ordering 1) cannot be read as");
  }

  @Test
  void eventsOfOtherEntitiesAreNotOrders() throws Exception {
    journal.append("ORD-1", 1, TestJournal.created("ORD-1", "10001"));
    journal.execute("UPDATE event_journal SET persistence_id = 'Wallet|10001'");

    session.apply(page(0, 500));

    assertThat(journal.number("SELECT COUNT(*) FROM order_view")).isZero();
    assertThat(journal.number("SELECT current_offset FROM projection_offset")).isEqualTo(1);
  }

  @Test
  void anEmptyPageMovesNothing() throws Exception {
    session.apply(TestPages.page(List.of(), 7));

    assertThat(journal.number("SELECT COUNT(*) FROM order_view")).isZero();
  }

  @Test
  void oddReasonsAreKeptAndLongOnesCut() throws Exception {
    var odd = "'); DELETE FROM order_view; -- \\ \" 中文 😀";
    var meta = TestJournal.meta("2025-01-01T12:00:01.456Z");
    journal.append(
        "ORD-1",
        1,
        TestJournal.created("ORD-1", "10001"),
        new OrderCanceled(meta, CanceledBy.USER, odd));
    journal.append(
        "ORD-2",
        1,
        TestJournal.created("ORD-2", "10001"),
        new OrderCanceled(meta, CanceledBy.USER, "x".repeat(499) + "😀 and more"));

    session.apply(page(0, 500));

    assertThat(journal.query("SELECT status_reason FROM order_view ORDER BY order_id"))
        .containsExactly(List.of(odd), List.of("x".repeat(499)));
    assertThat(journal.query("SELECT reason FROM order_state_flow WHERE seq = 2"))
        .containsExactly(List.of(odd), List.of("x".repeat(499)));
  }

  @Test
  void anOrderWhoseStockWasHeldIsReservedFromTheStart() throws Exception {
    var plain = TestJournal.created("ORD-1", "10001");
    var held =
        new OrderCreated(
            plain.meta(),
            "ORD-1",
            plain.tenantId(),
            plain.userId(),
            plain.clientRequestId(),
            null,
            plain.items(),
            plain.currency(),
            plain.totalMinor(),
            true);
    journal.append("ORD-1", 1, held, TestEvents.RESERVED);

    session.apply(page(0, 500));

    assertThat(journal.query("SELECT status, last_seq FROM order_view"))
        .containsExactly(List.of("STOCK_RESERVED", "2"));
  }

  private static OrderCreated created(String orderNo, String storeId) {
    var plain = TestJournal.created(orderNo, "10001");
    return new OrderCreated(
        plain.meta(),
        orderNo,
        plain.tenantId(),
        plain.userId(),
        plain.clientRequestId(),
        storeId,
        plain.items(),
        plain.currency(),
        plain.totalMinor());
  }

  private List<List<String>> flow(long orderId) throws Exception {
    return journal.query(
        """
        SELECT seq, event_type, from_status, to_status, ignored, reason, ordering
        FROM order_state_flow WHERE order_id = %d ORDER BY seq"""
            .formatted(orderId));
  }

  private static String text(long number) {
    return Long.toString(number);
  }
}
