package ordinal.projections.rebuild;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import ordinal.order.OrderEvent;
import ordinal.projections.PollingJournal;
import ordinal.projections.TestCluster;
import ordinal.projections.TestEvents;
import ordinal.projections.TestJournal;
import ordinal.projections.operation.ProjectionControl.Rebuild;
import ordinal.projections.sql.Sql;
import ordinal.projections.views.OrderSearch.Query;
import ordinal.projections.views.OrderViews;
import ordinal.projections.views.SqlOrderSearch;
import ordinal.projections.views.TestSession;
import ordinal.projections.views.ViewSettings;
import ordinal.projections.views.ViewTables;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The view is made anew beside the live one; nobody notices, and nothing is lost. */
class OrderRebuildTest {

  static final RebuildSettings SETTINGS =
      new RebuildSettings(
          Duration.ofSeconds(30),
          Duration.ofSeconds(4),
          Duration.ofSeconds(1),
          20,
          Duration.ofMinutes(1));

  TestJournal journal;
  TestCluster cluster;
  PollingJournal source;
  OrderViews views;

  @BeforeEach
  void start() {
    journal = TestJournal.create("order_rebuild");
    cluster = new TestCluster(journal.config());
    source = new PollingJournal(journal, 500);
    views =
        new OrderViews(
            cluster.system(),
            journal.dataSource(),
            source,
            ViewSettings.of(cluster.system().settings().config()),
            new SimpleMeterRegistry());
  }

  @AfterEach
  void stop() {
    cluster.close();
    journal.close();
  }

  private OrderRebuild rebuild() {
    return rebuild(SETTINGS);
  }

  private OrderRebuild rebuild(RebuildSettings settings) {
    return new OrderRebuild(
        cluster.system(), journal.dataSource(), views, settings, Clock.systemUTC());
  }

  /** Every order has a life of its own; the live view knows them all. */
  private void fill(int orders) throws Exception {
    journal.fill(orders, i -> TestJournal.created("ORD-" + i, "u-" + i % 10));
    for (int i = 0; i < TestEvents.LIVES.size() && i < orders; i++) {
      journal.append("ORD-" + i, 2, TestEvents.LIVES.get(i).toArray(OrderEvent[]::new));
    }
  }

  private void startLive() {
    views.start();
    awaitLive();
  }

  private void awaitLive() {
    await()
        .until(
            () ->
                journal.number("SELECT COALESCE(SUM(last_seq), 0) FROM order_view")
                    == journal.number("SELECT COUNT(*) FROM event_journal"));
  }

  private static Rebuild end(OrderRebuild rebuild) throws Exception {
    await()
        .atMost(Duration.ofSeconds(90))
        .until(() -> List.of("SWITCHED", "FAILED").contains(rebuild.last().orElseThrow().state()));
    return rebuild.last().orElseThrow();
  }

  private List<List<List<String>>> live() throws Exception {
    return TestSession.contents(journal, ViewTables.LIVE);
  }

  private void assertNothingIsLeft() {
    await()
        .untilAsserted(
            () -> {
              assertThat(
                      journal.query(
                          """
                          SELECT TABLE_NAME FROM information_schema.TABLES
                          WHERE TABLE_SCHEMA = DATABASE()
                            AND (TABLE_NAME LIKE '%\\_next' OR TABLE_NAME LIKE '%\\_old')"""))
                  .isEmpty();
              assertThat(
                      journal.query(
                          "SELECT * FROM projection_offset WHERE projection_name = 'orders-next'"))
                  .isEmpty();
            });
  }

  @Test
  void theNewViewIsWhatTheOldOneWas() throws Exception {
    fill(300);
    startLive();
    var before = live();
    var rebuild = rebuild();

    rebuild.begin();

    var end = end(rebuild);
    assertThat(end.state()).isEqualTo("SWITCHED");
    assertThat(end.differences()).isZero();
    assertThat(end.detail()).isEqualTo("no differences");
    assertThat(end.handled()).isEqualTo(end.toHandle());
    assertThat(end.handled()).isEqualTo(journal.number("SELECT COUNT(*) FROM event_journal"));
    assertThat(live()).isEqualTo(before);
    assertNothingIsLeft();
    journal.append("ORD-new", 1, TestJournal.created("ORD-new", "u-1"));
    awaitLive();
  }

  @Test
  void whatWasDamagedIsCountedAndMended() throws Exception {
    fill(300);
    startLive();
    var right = live();
    journal.execute(
        "UPDATE order_view SET status = 'PAID' WHERE order_no = 'ORD-100'",
        "UPDATE order_view SET user_id = 'u-x' WHERE order_no = 'ORD-101'",
        "DELETE FROM order_item_view WHERE line_no = 2 AND order_id = " + id("ORD-102"),
        "INSERT INTO order_item_view VALUES (%d, 3, 'x', 1, 1)".formatted(id("ORD-103")),
        "UPDATE order_state_flow SET reason = 'x' WHERE order_id = " + id("ORD-104"),
        "DELETE FROM order_state_flow WHERE order_id = " + id("ORD-105"),
        "DELETE FROM order_view WHERE order_no = 'ORD-106'",
        // Lost its last event, and one that never was.
        "UPDATE order_view SET last_seq = last_seq - 1 WHERE order_no = 'ORD-4'",
        "UPDATE order_view SET last_seq = last_seq + 1 WHERE order_no = 'ORD-107'",
        "INSERT INTO order_view SELECT 0, 'ORD-ghost', tenant_id, user_id, store_id, status,"
            + " status_reason, refund_from, currency, total_minor, created_at, updated_at, last_seq"
            + " FROM order_view WHERE order_no = 'ORD-108'");
    var rebuild = rebuild();

    rebuild.begin();

    var end = end(rebuild);
    assertThat(end.state()).isEqualTo("SWITCHED");
    assertThat(end.differences()).isEqualTo(10);
    assertThat(end.detail()).isEqualTo("10 order(s) differed: ORD-ghost, ORD-107");
    assertThat(live()).isEqualTo(right);
    assertNothingIsLeft();
  }

  private long id(String orderNo) throws Exception {
    return journal.number("SELECT order_id FROM order_view WHERE order_no = '" + orderNo + "'");
  }

  @Test
  void readersNeverMissAnOrderAndEventsThatComeMeanwhileAreNotLost() throws Exception {
    fill(2000);
    startLive();
    var done = new AtomicBoolean();
    var threads = Executors.newFixedThreadPool(3);
    var writing = threads.submit(() -> write(done));
    var reading = threads.submit(() -> read(done));
    var readingToo = threads.submit(() -> read(done));
    var rebuild = rebuild();
    try {
      for (int round = 0; round < 3; round++) {
        rebuild.begin();
        assertThat(end(rebuild)).extracting(Rebuild::state).isEqualTo("SWITCHED");
        assertThat(rebuild.last().orElseThrow().differences()).isZero();
        assertNothingIsLeft();
      }
    } finally {
      done.set(true);
      threads.shutdown();
    }

    assertThat(reading.get() + readingToo.get()).as("looks at the view").isGreaterThan(50);
    int written = writing.get();
    assertThat(written).as("orders written meanwhile").isGreaterThan(20);
    awaitLive();
    assertThat(journal.number("SELECT COUNT(*) FROM order_view")).isEqualTo(2000 + written);
    assertThat(journal.number("SELECT COUNT(*) FROM order_state_flow"))
        .isEqualTo(journal.number("SELECT COUNT(*) FROM event_journal"));
    assertThat(journal.number("SELECT COUNT(*) FROM order_item_view"))
        .isEqualTo(2 * (2000 + written));
  }

  private int write(AtomicBoolean done) throws Exception {
    int orders = 0;
    while (!done.get()) {
      var orderNo = "ORD-w-" + orders++;
      journal.append(
          orderNo,
          1,
          TestJournal.created(orderNo, "u-w"),
          TestEvents.RESERVED,
          TestEvents.CANCELED);
    }
    return orders;
  }

  /** All 200 orders of a user are there at every moment, with their items. */
  private int read(AtomicBoolean done) throws Exception {
    var search = new SqlOrderSearch(new Sql(journal.dataSource(), Runnable::run));
    int looks = 0;
    while (!done.get()) {
      var found =
          search
              .find(new Query("default", "u-3", null, null, 500, null))
              .toCompletableFuture()
              .get();
      assertThat(found.orders()).hasSize(200);
      assertThat(found.orders()).allSatisfy(order -> assertThat(order.items()).hasSize(2));
      looks++;
    }
    return looks;
  }

  @Test
  void aLiveViewThatIsBehindIsNoDifferenceAndGoesOnFromItsOwnOffset() throws Exception {
    fill(300);
    var rebuild = rebuild();

    rebuild.begin();

    assertThat(end(rebuild).differences()).isZero();
    var built = live();
    assertThat(built.get(0)).hasSize(300);
    // From the journal's beginning, into tables that know everything.
    startLive();
    await()
        .until(
            () ->
                journal.number(
                        """
                        SELECT MAX(CAST(current_offset AS INTEGER)) FROM projection_offset
                        WHERE projection_name = 'orders'""")
                    == journal.number("SELECT MAX(ordering) FROM event_journal"));
    assertThat(live()).isEqualTo(built);
  }

  @Test
  void aViewThatIsNotWhatTheJournalSaysIsNotPutInPlace() throws Exception {
    fill(300);
    startLive();
    var before = live();
    source.leaveOut(row -> row.entityId().equals("ORD-77"));
    var rebuild = rebuild();

    rebuild.begin();

    var end = end(rebuild);
    assertThat(end.state()).isEqualTo("FAILED");
    assertThat(end.detail())
        .startsWith("the new view is not what the journal says: 299 orders, not 300");
    assertThat(live()).isEqualTo(before);
    assertNothingIsLeft();
    source.leaveOut(row -> false);
    journal.append("ORD-new", 1, TestJournal.created("ORD-new", "u-1"));
    awaitLive();
  }

  @Test
  void everyKindOfFaultIsFound() throws Exception {
    fill(100);
    startLive();
    var faults =
        List.of(
            "UPDATE order_view_next SET last_seq = last_seq + 1 WHERE order_no = 'ORD-50'",
            "UPDATE order_view_next SET order_id = 0 WHERE order_no = 'ORD-50'",
            "UPDATE order_view_next SET status = 'PAID' WHERE order_no = 'ORD-50'",
            "DELETE FROM order_view_next WHERE order_no = 'ORD-50'",
            "DELETE FROM order_state_flow_next WHERE seq = 2 LIMIT 1",
            "UPDATE order_state_flow_next SET seq = 70 WHERE seq = 1 LIMIT 1",
            "DELETE FROM order_item_view_next WHERE line_no = 1 LIMIT 1");
    for (var fault : faults) {
      try (var db = journal.dataSource().getConnection()) {
        ViewTableSet.createNext(db);
        for (var table : List.of("order_view", "order_item_view", "order_state_flow")) {
          Sql.execute(db, "INSERT INTO %s_next SELECT * FROM %s".formatted(table, table));
        }
        Sql.execute(
            db,
            """
            INSERT INTO projection_offset
            SELECT 'orders-next', projection_key, current_offset, manifest, mergeable, last_updated
            FROM projection_offset WHERE projection_name = 'orders'""");
        assertThat(ViewCheck.run(db, views.ranges(), views.slices()))
            .isEqualTo(new ViewCheck.Found(List.of(), 0, ""));

        Sql.execute(db, fault);

        assertThat(ViewCheck.run(db, views.ranges(), views.slices()).faults())
            .as(fault)
            .isNotEmpty();
        OrderRebuild.dropLeftovers(db);
      }
    }
  }

  @Test
  void anInterruptedOneIsToldAsFailedAndTidiedUp() throws Exception {
    fill(20);
    startLive();
    var before = live();
    journal.execute(
        "INSERT INTO projection_rebuild VALUES ('orders', 'BUILDING', UTC_TIMESTAMP(3), 7, 9, 0,"
            + " '')",
        "CREATE TABLE order_view_next LIKE order_view",
        "CREATE TABLE order_item_view_next LIKE order_item_view",
        "INSERT INTO projection_offset VALUES ('orders-next', '0-3', '7', 'LNG', FALSE, 0)");

    var last = rebuild().last().orElseThrow();

    assertThat(last.state()).isEqualTo("FAILED");
    assertThat(last.detail()).isEqualTo("interrupted: the node that ran it is gone");
    assertNothingIsLeft();
    assertThat(live()).isEqualTo(before);
  }

  @Test
  void oneThatWasInterruptedAfterTheSwitchIsToldAsSwitched() throws Exception {
    fill(20);
    startLive();
    var before = live();
    journal.execute(
        "INSERT INTO projection_rebuild VALUES ('orders', 'COMPARING', UTC_TIMESTAMP(3), 7, 9, 0,"
            + " '')",
        "CREATE TABLE order_view_old LIKE order_view",
        "CREATE TABLE order_item_view_old LIKE order_item_view",
        "CREATE TABLE order_state_flow_old LIKE order_state_flow");

    assertThat(rebuild().last().orElseThrow().state()).isEqualTo("SWITCHED");

    assertNothingIsLeft();
    assertThat(live()).isEqualTo(before);
  }

  @Test
  void aNewOneBeginsFromEmptyTablesWhateverIsLeft() throws Exception {
    fill(100);
    startLive();
    var before = live();
    journal.execute(
        "CREATE TABLE order_view_next LIKE order_view",
        "INSERT INTO order_view_next SELECT * FROM order_view",
        "CREATE TABLE order_view_old LIKE order_view",
        "INSERT INTO projection_offset VALUES ('orders-next', '0-3', '7', 'LNG', FALSE, 0)");
    var rebuild = rebuild();

    rebuild.begin();

    assertThat(end(rebuild).state()).isEqualTo("SWITCHED");
    assertThat(live()).isEqualTo(before);
    assertNothingIsLeft();
  }

  @Test
  void thereIsOneAtATimeAndOneThatStandsStillIsGivenUp() throws Exception {
    fill(20);
    startLive();
    var before = live();
    source.leaveOut(row -> true);
    var rebuild =
        rebuild(
            new RebuildSettings(
                Duration.ofSeconds(2),
                Duration.ofSeconds(1),
                Duration.ofSeconds(1),
                2,
                Duration.ofMinutes(1)));

    rebuild.begin();

    assertThat(rebuild.last().orElseThrow().state()).isEqualTo("BUILDING");
    assertThatThrownBy(() -> rebuild().begin())
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("a rebuild of orders is under way");
    var end = end(rebuild);
    assertThat(end.state()).isEqualTo("FAILED");
    assertThat(end.detail()).isEqualTo("nothing moved for 2 s; last failure: none");
    assertThat(live()).isEqualTo(before);
    assertNothingIsLeft();
  }

  @Test
  void theSwitchWaitsForAQuestionThatTakesLongAndHoldsNobodyUpForLong() throws Exception {
    fill(20);
    startLive();
    var rebuild = rebuild();
    var longest = new AtomicInteger();
    var done = new AtomicBoolean();
    var threads = Executors.newSingleThreadExecutor();
    Future<?> reading;
    try (var db = journal.dataSource().getConnection()) {
      db.setAutoCommit(false);
      Sql.number(db, "SELECT COUNT(*) FROM order_view");
      reading = threads.submit(() -> measure(done, longest));

      rebuild.begin();

      // It has tried at least once, and was refused.
      await().until(() -> rebuild.last().orElseThrow().state().equals("COMPARING"));
      await().until(() -> longest.get() > 300);
      assertThat(rebuild.last().orElseThrow().state()).isEqualTo("COMPARING");
      db.rollback();
    }
    assertThat(end(rebuild).state()).isEqualTo("SWITCHED");
    done.set(true);
    threads.shutdown();
    reading.get();
    assertThat(longest.get()).as("the longest wait of another reader, ms").isLessThan(5000);
    journal.append("ORD-new", 1, TestJournal.created("ORD-new", "u-1"));
    awaitLive();
  }

  private Object measure(AtomicBoolean done, AtomicInteger longest) throws Exception {
    while (!done.get()) {
      long began = System.nanoTime();
      journal.number("SELECT COUNT(*) FROM order_view");
      int took = (int) ((System.nanoTime() - began) / 1_000_000);
      longest.accumulateAndGet(took, Math::max);
    }
    return done;
  }
}
