package ordinal.projections.holds;

import static ordinal.projections.holds.SkuJournal.held;
import static ordinal.projections.holds.SkuJournal.released;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import ordinal.projections.PollingJournal;
import ordinal.projections.TestCluster;
import ordinal.projections.TestJournal;
import ordinal.projections.holds.HoldOwners.Owner;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Projection and reaper together, as they run in the program. */
class StockHoldsTest {

  final TestOwners owners = new TestOwners();
  TestJournal journal;
  SkuJournal skus;
  TestCluster cluster;

  @BeforeEach
  void start() {
    journal = TestJournal.create("stock_holds");
    skus = new SkuJournal(journal);
    cluster = new TestCluster(journal.config("ordinal.flash-sale.reap-every = 50ms"));
    new StockHolds(
            cluster.system(),
            journal.dataSource(),
            new PollingJournal(journal, 100),
            HoldSettings.of(cluster.system().settings().config()))
        .start(owners, Clock.systemUTC(), new SimpleMeterRegistry());
  }

  @AfterEach
  void stop() {
    cluster.close();
    journal.close();
  }

  @Test
  void whatIsInTheJournalIsHeldUntilItsTimeIsOver() throws Exception {
    var now = Instant.now();
    owners.owners.put("ORD-1", Owner.ORDER);
    skus.append(
        "tea",
        held("ORD-1", 1, now),
        held("ORD-2", 1, now),
        held("ORD-3", 1, now.plusSeconds(3600)),
        held("ORD-4", 1, now.plusSeconds(3600)));

    await().until(() -> owners.letGo.contains("tea ORD-2"));
    await().until(() -> journal.number("SELECT COUNT(*) FROM stock_hold") == 2);
    skus.append("tea", released("ORD-3", 1));
    await().until(() -> journal.number("SELECT COUNT(*) FROM stock_hold") == 1);

    assertThat(owners.letGo).containsOnly("tea ORD-2");
    assertThat(owners.asked).doesNotContain("ORD-3", "ORD-4");
    assertThat(
            journal.query(
                "SELECT projection_key FROM projection_offset"
                    + " WHERE projection_name = 'stock-holds'"))
        .containsExactly(List.of("0-15"));
  }
}
