package ordinal.projections.views;

import static ordinal.projections.TestEvents.CANCELED;
import static ordinal.projections.TestEvents.CHECKOUT;
import static ordinal.projections.TestEvents.LIVES;
import static ordinal.projections.TestEvents.PAID;
import static ordinal.projections.TestEvents.RESERVED;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import ordinal.order.OrderEvent;
import ordinal.projections.TestJournal;
import ordinal.projections.tail.EntityEvents;
import ordinal.projections.views.OrderViewAudit.Difference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Planted damage in an order's rows is found, and written anew, beside the live view. */
class OrderViewAuditTest {

  TestJournal journal;
  TestSession session;
  OrderViewAudit audit;

  @BeforeEach
  void start() {
    journal = TestJournal.create("order_view_audit");
    session = new TestSession(journal);
    audit = new OrderViewAudit(new EntityEvents(TestJournal.serialization()));
  }

  @AfterEach
  void stop() {
    journal.close();
  }

  private void order(String orderNo, OrderEvent... later) throws Exception {
    journal.append(orderNo, 1, TestJournal.created(orderNo, "10001"));
    journal.append(orderNo, 2, later);
  }

  private void catchUp() throws Exception {
    session.apply(journal.page(TestSession.ALL, 0, 5000));
  }

  private List<Difference> compare(String... orderNos) throws Exception {
    try (var db = journal.dataSource().getConnection()) {
      return audit.compare(db, List.of(orderNos));
    }
  }

  private boolean repair(String orderNo) throws Exception {
    try (var db = journal.dataSource().getConnection()) {
      return audit.repair(db, orderNo);
    }
  }

  private List<List<List<String>>> all() throws Exception {
    var tables = new ArrayList<List<List<String>>>();
    for (var table :
        List.of(
            "order_view ORDER BY order_id",
            "order_item_view ORDER BY order_id, line_no",
            "order_state_flow ORDER BY order_id, seq")) {
      tables.add(journal.query("SELECT * FROM " + table));
    }
    return tables;
  }

  @Test
  void everyLifeOfAnOrderIsAsItShouldBe() throws Exception {
    var orderNos = new ArrayList<String>();
    for (var life : LIVES) {
      var orderNo = "ORD-" + orderNos.size();
      order(orderNo, life.toArray(OrderEvent[]::new));
      orderNos.add(orderNo);
    }
    catchUp();

    assertThat(compare(orderNos.toArray(String[]::new))).isEmpty();
  }

  @TestFactory
  Stream<DynamicTest> damageIsFoundAndMended() {
    return Map.ofEntries(
            Map.entry("a status", "UPDATE order_view SET status = 'CANCELED'"),
            Map.entry("a total", "UPDATE order_view SET total_minor = total_minor + 1"),
            Map.entry("a user", "UPDATE order_view SET user_id = 'x'"),
            Map.entry("a reason", "UPDATE order_view SET status_reason = 'nothing'"),
            Map.entry("a moment", "UPDATE order_view SET updated_at = updated_at + INTERVAL 1 DAY"),
            Map.entry("a number", "UPDATE order_view SET order_no = 'other'"),
            Map.entry("a row behind", "UPDATE order_view SET last_seq = 2"),
            Map.entry("a row ahead", "UPDATE order_view SET last_seq = 9"),
            Map.entry("no row", "DELETE FROM order_view"),
            Map.entry("an item changed", "UPDATE order_item_view SET quantity = 7"),
            Map.entry("no items", "DELETE FROM order_item_view"),
            Map.entry(
                "an item more",
                "INSERT INTO order_item_view SELECT order_id, 9, 'x', 1, 1" + " FROM order_view"),
            Map.entry("a step changed", "UPDATE order_state_flow SET reason = 'x' WHERE seq = 2"),
            Map.entry("a step gone", "DELETE FROM order_state_flow WHERE seq = 3"),
            Map.entry(
                "nothing at all",
                "DELETE v, i, f FROM order_view v JOIN order_item_view i"
                    + " ON i.order_id = v.order_id JOIN order_state_flow f ON f.order_id ="
                    + " v.order_id"))
        .entrySet()
        .stream()
        .map(damage -> dynamicTest(damage.getKey(), () -> mended(damage.getValue())));
  }

  private void mended(String damage) throws Exception {
    try (var fresh = TestJournal.create("order_view_damage")) {
      var before = journal;
      journal = fresh;
      session = new TestSession(fresh);
      order("ORD-1", RESERVED, CHECKOUT, PAID);
      catchUp();
      var right = all();
      journal.execute(damage);

      assertThat(compare("ORD-1")).hasSize(1);
      assertThat(repair("ORD-1")).isTrue();

      assertThat(all()).isEqualTo(right);
      assertThat(compare("ORD-1")).isEmpty();
      assertThat(repair("ORD-1")).isFalse();
      journal = before;
    }
  }

  @Test
  void whatIsOtherwiseIsToldByItsPlaces() throws Exception {
    order("ORD-1", RESERVED, CANCELED);
    catchUp();
    journal.execute("UPDATE order_view SET status = 'PAID', currency = 'EUR'");

    assertThat(compare("ORD-1"))
        .containsExactly(
            new Difference(
                "ORD-1",
                "order_view.currency=CNY, order_view.status=CANCELED",
                "order_view.currency=EUR, order_view.status=PAID"));
  }

  @Test
  void aViewThatIsBehindIsNotOtherwise() throws Exception {
    order("ORD-1", RESERVED);
    catchUp();
    journal.append("ORD-1", 3, CHECKOUT, PAID);
    order("ORD-2", RESERVED);

    assertThat(compare("ORD-1", "ORD-2", "ORD-3")).isEmpty();

    journal.execute("UPDATE order_view SET status = 'CREATED'");
    assertThat(compare("ORD-1", "ORD-2")).hasSize(1);
    repair("ORD-1");
    assertThat(journal.query("SELECT status, last_seq FROM order_view"))
        .containsExactly(List.of("STOCK_RESERVED", "2"));
    catchUp();
    assertThat(compare("ORD-1", "ORD-2")).isEmpty();
  }

  @Test
  void aRepairWaitsForThePageThatIsUnderWay() throws Exception {
    order("ORD-1", RESERVED);
    catchUp();
    journal.execute("UPDATE order_view SET status = 'CREATED'");
    journal.append("ORD-1", 3, CHECKOUT);
    CompletableFuture<Boolean> repair;
    try (var live = journal.dataSource().getConnection()) {
      live.setAutoCommit(false);
      try (var statement = live.createStatement()) {
        // As a page does: first the position, then the rows.
        statement.execute(
            "UPDATE projection_offset SET current_offset = (SELECT MAX(ordering) FROM"
                + " event_journal)");
        repair =
            CompletableFuture.supplyAsync(
                () -> {
                  try {
                    return repair("ORD-1");
                  } catch (Exception e) {
                    throw new IllegalStateException(e);
                  }
                });
        await()
            .until(
                () ->
                    journal.number(
                            "SELECT COUNT(*) FROM information_schema.PROCESSLIST WHERE DB ="
                                + " DATABASE() AND INFO LIKE 'SELECT projection_key%FOR UPDATE%'")
                        > 0);
        new OrderViewHandler(ViewTables.LIVE, "orders", new SimpleMeterRegistry())
            .apply(live, journal.page(TestSession.ALL, 2, 10));
      }
      live.commit();
    }

    assertThat(repair.get(20, TimeUnit.SECONDS)).isTrue();
    assertThat(journal.query("SELECT status, last_seq FROM order_view"))
        .containsExactly(List.of("WAIT_PAY", "3"));
    assertThat(compare("ORD-1")).isEmpty();
  }
}
