package ordinal.projections.operation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Clock;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import ordinal.projections.PollingJournal;
import ordinal.projections.TestCluster;
import ordinal.projections.TestJournal;
import ordinal.projections.operation.ProjectionControl.Instance;
import ordinal.projections.operation.ProjectionControl.State;
import ordinal.projections.operation.ProjectionControl.Status;
import ordinal.projections.rebuild.OrderRebuild;
import ordinal.projections.rebuild.RebuildSettings;
import ordinal.projections.sql.Sql;
import ordinal.projections.tail.SliceRange;
import ordinal.projections.views.OrderViews;
import ordinal.projections.views.ViewSettings;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The projections as an operator sees and holds them. */
class SqlProjectionControlTest {

  TestJournal journal;
  TestCluster cluster;
  ProjectionControl control;

  @BeforeEach
  void start() throws Exception {
    journal = TestJournal.create("projection_control");
    cluster = new TestCluster(journal.config());
    var config = cluster.system().settings().config();
    var views =
        new OrderViews(
            cluster.system(),
            journal.dataSource(),
            new PollingJournal(journal, 500),
            ViewSettings.of(config),
            new SimpleMeterRegistry());
    var rebuilds =
        new OrderRebuild(
            cluster.system(),
            journal.dataSource(),
            views,
            RebuildSettings.of(config),
            Clock.systemUTC());
    control =
        new SqlProjectionControl(
            new Sql(journal.dataSource(), Executors.newCachedThreadPool()),
            ProjectionHold.running(cluster.system()),
            rebuilds,
            SliceRange.divide(TestJournal.SLICES, 2),
            views.ranges(),
            List.of(SliceRange.all(TestJournal.SLICES)));
    journal.fill(100, i -> TestJournal.created("ORD-" + i, "10001"));
    views.start();
    await().until(() -> status("orders").lag() == 0);
  }

  @AfterEach
  void stop() {
    cluster.close();
    journal.close();
  }

  private static <T> T answer(CompletionStage<T> stage) throws Exception {
    return stage.toCompletableFuture().get(30, TimeUnit.SECONDS);
  }

  private Status status(String name) throws Exception {
    return answer(control.list()).stream()
        .filter(one -> one.name().equals(name))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void allAreListedWithTheirPositionsAndWhatIsBehindThem() throws Exception {
    long last = journal.number("SELECT MAX(ordering) FROM event_journal");
    journal.execute(
        "INSERT INTO projection_offset VALUES ('kafka', '0-7', '%d', 'LNG', FALSE, 0)"
            .formatted(last),
        "INSERT INTO event_delivery VALUES (%d, 'order-events', 0, 0, NOW())".formatted(last - 7));

    var all = answer(control.list());

    assertThat(all)
        .extracting(Status::name)
        .containsExactly("kafka", "orders", "assets", "deliveries");
    var kafka = all.get(0);
    long behind = journal.number("SELECT COUNT(*) FROM event_journal WHERE slice > 7");
    assertThat(kafka.instances())
        .containsExactly(new Instance("0-7", last, 0), new Instance("8-15", 0, behind));
    assertThat(kafka.lag()).isEqualTo(behind).isPositive();
    assertThat(kafka.canRebuild()).isFalse();
    var orders = all.get(1);
    assertThat(orders.instances())
        .extracting(Instance::key)
        .containsExactly("0-3", "4-7", "8-11", "12-15");
    assertThat(orders.lag()).isZero();
    assertThat(orders.canRebuild()).isTrue();
    assertThat(orders.rebuild()).isNull();
    assertThat(all.get(2).instances()).containsExactly(new Instance("0-15", 0, 100));
    assertThat(all.get(3).instances()).containsExactly(new Instance("0", last - 7, 7));
    assertThat(all).extracting(Status::state).containsOnly(State.RUNNING);
  }

  @Test
  void aPausedProjectionHoldsUntilItIsLetGo() throws Exception {
    var paused = answer(control.pause("orders")).orElseThrow();
    assertThat(paused.state()).isEqualTo(State.PAUSED);
    journal.fill(50, i -> TestJournal.created("ORD-late-" + i, "10001"));
    assertThat(status("orders").lag()).isEqualTo(50);
    assertThat(journal.number("SELECT COUNT(*) FROM order_view")).isEqualTo(100);

    var resumed = answer(control.resume("orders")).orElseThrow();

    assertThat(resumed.state()).isEqualTo(State.RUNNING);
    await().until(() -> status("orders").lag() == 0);
    assertThat(journal.number("SELECT COUNT(*) FROM order_view")).isEqualTo(150);
  }

  @Test
  void thePauseOfTheRecorderIsAWishThatItLooksFor() throws Exception {
    assertThat(answer(control.pause("deliveries")).orElseThrow().state()).isEqualTo(State.PAUSED);
    assertThat(journal.query("SELECT projection_name, paused FROM projection_management"))
        .containsExactly(List.of("deliveries", "1"));

    assertThat(answer(control.resume("deliveries")).orElseThrow().state()).isEqualTo(State.RUNNING);
  }

  @Test
  void aRebuildIsSeenFromItsBeginningToItsEnd() throws Exception {
    var begun = answer(control.rebuild("orders")).orElseThrow();
    assertThat(begun.rebuild()).isNotNull();
    assertThat(begun.rebuild().toHandle()).isEqualTo(100);

    await().until(() -> status("orders").rebuild().state().equals("SWITCHED"));
    assertThat(status("orders").rebuild().handled()).isEqualTo(100);
  }

  @Test
  void aPausedViewStaysPausedWhenItIsMadeAnew() throws Exception {
    answer(control.pause("orders"));
    journal.append("ORD-new", 1, TestJournal.created("ORD-new", "10001"));

    answer(control.rebuild("orders"));

    await().until(() -> status("orders").rebuild().state().equals("SWITCHED"));
    assertThat(status("orders").state()).isEqualTo(State.PAUSED);
    assertThat(journal.number("SELECT COUNT(*) FROM order_view")).isEqualTo(101);
  }

  @Test
  void whatIsNotThereOrNoViewIsSaid() throws Exception {
    assertThat(answer(control.pause("nothing"))).isEmpty();
    assertThat(answer(control.resume("nothing"))).isEmpty();
    assertThat(answer(control.rebuild("nothing"))).isEmpty();
    assertThatThrownBy(() -> answer(control.rebuild("kafka")))
        .cause()
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("kafka is not a view, so it cannot be made anew");
  }
}
