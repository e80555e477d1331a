package ordinal.projections.views;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import ordinal.projections.PollingJournal;
import ordinal.projections.TestCluster;
import ordinal.projections.TestEvents;
import ordinal.projections.TestJournal;
import ordinal.projections.tail.Page;
import org.apache.pekko.projection.HandlerRecoveryStrategy;
import org.apache.pekko.projection.ProjectionBehavior;
import org.apache.pekko.projection.ProjectionId;
import org.apache.pekko.projection.StatusObserver;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The projection as it runs in the program, on a source that asks the journal by itself. */
class OrderViewsTest {

  TestJournal journal;
  TestCluster cluster;
  OrderViews views;

  @BeforeEach
  void start() {
    journal = TestJournal.create("order_views");
    cluster = new TestCluster(journal.config());
    var settings = ViewSettings.of(cluster.system().settings().config());
    views =
        new OrderViews(
            cluster.system(),
            journal.dataSource(),
            new PollingJournal(journal, 100),
            settings,
            new SimpleMeterRegistry());
  }

  @AfterEach
  void stop() {
    cluster.close();
    journal.close();
  }

  @Test
  void theViewFollowsTheJournal() throws Exception {
    journal.fill(1000, i -> TestJournal.created("ORD-" + i, "10001"));
    views.start();
    await().until(() -> journal.number("SELECT COUNT(*) FROM order_view") == 1000);

    journal.fill(1000, 2, i -> "ORD-" + i, TestEvents.RESERVED);

    await().until(() -> journal.number("SELECT SUM(last_seq) FROM order_view") == 2000);
    assertThat(
            journal.query(
                "SELECT projection_key FROM projection_offset WHERE projection_name = 'orders'"))
        .containsExactlyInAnyOrder(
            List.of("0-3"), List.of("4-7"), List.of("8-11"), List.of("12-15"));
    assertThat(journal.number("SELECT MAX(CAST(current_offset AS INTEGER)) FROM projection_offset"))
        .isEqualTo(journal.number("SELECT MAX(ordering) FROM event_journal"));
  }

  @Test
  void rowsAndOffsetAreThereTogetherOrNotAtAll() throws Exception {
    var failures = new AtomicInteger();
    long id = journal.append("ORD-1", 1, TestJournal.created("ORD-1", "10001")).get(0);
    // The last of the page's statements fails on it.
    journal.execute(
        "INSERT INTO order_state_flow VALUES (%d, 1, 'x', NULL, 'x', 0, NULL, 'x', 1, NOW())"
            .formatted(id));
    var projection =
        views
            .projection(OrderViews.NAME, TestSession.ALL, ViewTables.LIVE)
            .withStatusObserver(counting(failures));
    cluster.spawn(ProjectionBehavior.create(projection));
    await().until(() -> failures.get() >= 2);

    assertThat(journal.number("SELECT COUNT(*) FROM order_view")).isZero();
    assertThat(journal.number("SELECT COUNT(*) FROM order_item_view")).isZero();
    assertThat(journal.number("SELECT COUNT(*) FROM projection_offset")).isZero();

    journal.execute("DELETE FROM order_state_flow");
    await().until(() -> journal.number("SELECT COUNT(*) FROM order_view") == 1);
    assertThat(journal.number("SELECT current_offset FROM projection_offset")).isEqualTo(id);
    assertThat(journal.number("SELECT COUNT(*) FROM order_item_view")).isEqualTo(2);
  }

  private static StatusObserver<Page> counting(AtomicInteger failures) {
    return new StatusObserver<>() {
      @Override
      public void started(ProjectionId id) {}

      @Override
      public void failed(ProjectionId id, Throwable cause) {
        failures.incrementAndGet();
      }

      @Override
      public void stopped(ProjectionId id) {}

      @Override
      public void beforeProcess(ProjectionId id, Page page) {}

      @Override
      public void afterProcess(ProjectionId id, Page page) {}

      @Override
      public void offsetProgress(ProjectionId id, Page page) {}

      @Override
      public void error(
          ProjectionId id, Page page, Throwable cause, HandlerRecoveryStrategy recovery) {}
    };
  }
}
