package ordinal.projections.assets;

import static ordinal.projections.assets.AssetJournal.WALLET;
import static ordinal.projections.assets.AssetJournal.credited;
import static ordinal.projections.assets.AssetJournal.frozen;
import static ordinal.projections.assets.AssetJournal.issued;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.List;
import ordinal.assets.Hold;
import ordinal.projections.PollingJournal;
import ordinal.projections.TestCluster;
import ordinal.projections.TestJournal;
import ordinal.projections.tail.SliceRange;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The projection as it runs in the program. */
class AssetProjectionTest {

  TestJournal journal;
  AssetJournal assets;
  TestCluster cluster;

  @BeforeEach
  void start() {
    journal = TestJournal.create("asset_projection");
    assets = new AssetJournal(journal);
    cluster = new TestCluster(journal.config("ordinal.projections.assets.instances = 2"));
  }

  @AfterEach
  void stop() {
    cluster.close();
    journal.close();
  }

  private List<SliceRange> project() {
    return AssetProjection.start(
        cluster.system(),
        journal.dataSource(),
        new PollingJournal(journal, 2),
        AssetViewSettings.of(cluster.system().settings().config()),
        new SimpleMeterRegistry());
  }

  @Test
  void whatIsInTheJournalBecomesRowsAndItsOffsetWithThem() throws Exception {
    assets.account(WALLET, credited(1000, 1000), frozen(new Hold("ORD-1", 1), 300, 700));
    assets.coupon("c-1", issued("u1", 500));

    var ranges = project();
    await().until(() -> journal.number("SELECT COUNT(*) FROM asset_entry") == 3);
    assets.coupon("c-2", issued("u1", 500));
    await().until(() -> journal.number("SELECT COUNT(*) FROM coupon_view") == 2);

    assertThat(ranges).extracting(SliceRange::key).containsExactly("0-7", "8-15");
    assertThat(
            journal.number(
                "SELECT MAX(CAST(current_offset AS UNSIGNED)) FROM projection_offset"
                    + " WHERE projection_name = 'assets'"))
        .isEqualTo(4);
  }

  @Test
  void readFromTheStartAgainItChangesNothing() throws Exception {
    assets.account(WALLET, credited(1000, 1000), frozen(new Hold("ORD-1", 1), 300, 700));
    AssetJournal.apply(
        journal,
        new AssetHandler(new SimpleMeterRegistry()),
        journal.page(SliceRange.all(TestJournal.SLICES), 0, 10));
    var right = AssetJournal.tables(journal);

    project();
    await()
        .until(
            () ->
                journal.number(
                        "SELECT COALESCE(MAX(CAST(current_offset AS UNSIGNED)), 0) FROM"
                            + " projection_offset WHERE projection_name = 'assets'")
                    == 2);

    assertThat(AssetJournal.tables(journal)).isEqualTo(right);
  }
}
