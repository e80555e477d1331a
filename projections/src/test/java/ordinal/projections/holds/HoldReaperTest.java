package ordinal.projections.holds;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import ordinal.projections.TestJournal;
import ordinal.projections.holds.HoldOwners.Owner;
import ordinal.projections.sql.Sql;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What becomes of holds whose time is over, on the real database. */
class HoldReaperTest {

  private static final Instant NOW = Instant.parse("2025-01-01T12:00:00Z");
  private static final Instant OVER = NOW.minusMillis(1);

  final SimpleMeterRegistry metrics = new SimpleMeterRegistry();
  final TestOwners owners = new TestOwners();
  TestJournal journal;

  @BeforeEach
  void start() {
    journal = TestJournal.create("stock_holds");
  }

  @AfterEach
  void stop() {
    journal.close();
  }

  private void hold(String orderNo, Instant until) throws Exception {
    try (var db = journal.dataSource().getConnection()) {
      HoldTable.insert(db, List.of(new Hold("tea", orderNo, 2, until)));
    }
  }

  private void run() throws Exception {
    var sql = new Sql(journal.dataSource(), Runnable::run);
    var reaper = new HoldReaper(sql, owners, 3, Clock.fixed(NOW, ZoneOffset.UTC), metrics);
    reaper.run().toCompletableFuture().get(20, TimeUnit.SECONDS);
  }

  private List<String> left() throws Exception {
    return journal.query("SELECT order_no FROM stock_hold ORDER BY order_no").stream()
        .map(row -> row.get(0))
        .toList();
  }

  @Test
  void piecesOfAnOrderThatCameAreItsOwn() throws Exception {
    hold("ORD-1", OVER);
    owners.owners.put("ORD-1", Owner.ORDER);

    run();

    assertThat(owners.letGo).isEmpty();
    assertThat(left()).isEmpty();
    assertThat(metrics.get("stock.hold.expired").counter().count()).isZero();
  }

  @Test
  void piecesOfAnOrderThatDidNotComeGoBack() throws Exception {
    hold("ORD-1", OVER);

    run();

    assertThat(owners.letGo).containsExactly("tea ORD-1");
    assertThat(left()).isEmpty();
    assertThat(metrics.get("stock.hold.expired").counter().count()).isEqualTo(1);
  }

  @Test
  void nobodyIsAskedBeforeTheTimeIsOver() throws Exception {
    hold("ORD-1", NOW);

    run();

    assertThat(owners.asked).isEmpty();
    assertThat(left()).containsExactly("ORD-1");
  }

  @Test
  void anOrderThatMayStillTakeThemIsAskedAgain() throws Exception {
    hold("ORD-1", OVER);
    owners.owners.put("ORD-1", Owner.UNDECIDED);
    run();
    assertThat(left()).containsExactly("ORD-1");
    owners.owners.put("ORD-1", Owner.NOBODY);

    run();

    assertThat(owners.letGo).containsExactly("tea ORD-1");
    assertThat(left()).isEmpty();
  }

  @Test
  void aRoundThatWasCutOffIsMadeGoodByTheNext() throws Exception {
    hold("ORD-1", OVER);
    hold("ORD-2", OVER);
    hold("ORD-3", OVER);
    owners.silent.add("ORD-1"); // Cut off before the answer,
    owners.stuck.add("ORD-2"); // and when it is not known whether the pieces went back.
    run();
    assertThat(left()).containsExactly("ORD-1", "ORD-2");
    owners.silent.clear();
    owners.stuck.clear();

    run();

    assertThat(owners.letGo)
        .containsExactlyInAnyOrder("tea ORD-2", "tea ORD-3", "tea ORD-1", "tea ORD-2");
    assertThat(left()).isEmpty();
  }

  /** Pieces went back, and then the program ended before the row was gone. */
  @Test
  void aRowThatCameBackIsEndedAgain() throws Exception {
    hold("ORD-1", OVER);
    run();
    hold("ORD-1", OVER);

    run();

    assertThat(owners.letGo).containsExactly("tea ORD-1", "tea ORD-1");
    assertThat(left()).isEmpty();
  }

  @Test
  void thoseThatStayHoldUpNoneBehindThem() throws Exception {
    for (int i = 10; i < 20; i++) {
      hold("ORD-" + i, OVER);
      if (i < 15) owners.silent.add("ORD-" + i);
    }

    run();

    assertThat(left()).isEqualTo(IntStream.range(10, 15).mapToObj(i -> "ORD-" + i).toList());
    assertThat(owners.asked).hasSize(10);
  }

  @Test
  void aDatabaseThatDoesNotAnswerEndsTheRound() {
    journal.dataSource().close();

    assertThatThrownBy(this::run).hasMessageContaining("closed");
  }
}
