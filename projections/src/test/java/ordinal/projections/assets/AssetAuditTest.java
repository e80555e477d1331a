package ordinal.projections.assets;

import static ordinal.projections.assets.AssetJournal.WALLET;
import static ordinal.projections.assets.AssetJournal.committed;
import static ordinal.projections.assets.AssetJournal.credited;
import static ordinal.projections.assets.AssetJournal.frozen;
import static ordinal.projections.assets.AssetJournal.issued;
import static ordinal.projections.assets.AssetJournal.locked;
import static ordinal.projections.assets.AssetJournal.released;
import static ordinal.projections.assets.AssetJournal.suspended;
import static ordinal.projections.assets.AssetJournal.tables;
import static ordinal.projections.assets.AssetJournal.unlocked;
import static ordinal.projections.assets.AssetJournal.used;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import ordinal.assets.Hold;
import ordinal.projections.TestJournal;
import ordinal.projections.assets.AssetAudit.Difference;
import ordinal.projections.tail.EntityEvents;
import ordinal.projections.tail.SliceRange;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Planted damage in the rows of accounts and coupons is found, and written anew. */
class AssetAuditTest {

  private static final Hold FIRST = new Hold("ORD-1", 1);
  private static final Hold SECOND = new Hold("ORD-2", 1);
  private static final String ACCOUNT = "Account|wallet/default/u1";
  private static final String COUPON = "Coupon|default/c-1";
  private static final String OPEN = "Coupon|default/c-2";

  final AssetHandler handler = new AssetHandler(new SimpleMeterRegistry());
  final AssetAudit audit = new AssetAudit(new EntityEvents(TestJournal.serialization()));
  TestJournal journal;
  AssetJournal assets;

  @BeforeEach
  void start() {
    begin("asset_audit");
  }

  private void begin(String name) {
    journal = TestJournal.create(name);
    assets = new AssetJournal(journal);
  }

  @AfterEach
  void stop() {
    journal.close();
  }

  private void someLives() throws Exception {
    assets.account(
        WALLET,
        credited(1000, 1000),
        frozen(FIRST, 300, 700),
        committed(FIRST, 300, 0, 700),
        frozen(SECOND, 400, 300),
        suspended("wallet:ORD-9:commit", "ORD-9"));
    assets.coupon("c-1", issued("u1", 50), locked(FIRST), used(FIRST));
    assets.coupon("c-2", issued("u1", 50), locked(FIRST), unlocked(FIRST, false), locked(SECOND));
  }

  /** As the projection does: the position moves with the rows. */
  private void catchUp(long after) throws Exception {
    var page = journal.page(SliceRange.all(TestJournal.SLICES), after, 100_000);
    AssetJournal.apply(journal, handler, page);
    journal.execute(
        "INSERT INTO projection_offset VALUES ('assets', '0-15', '%d', 'LNG', FALSE, 0)"
                .formatted(page.upTo())
            + " ON DUPLICATE KEY UPDATE current_offset = VALUES(current_offset)");
  }

  private List<Difference> compare() throws Exception {
    try (var db = journal.dataSource().getConnection()) {
      return audit.compare(db, List.of(ACCOUNT, COUPON, OPEN));
    }
  }

  private boolean repair(String entity) throws Exception {
    try (var db = journal.dataSource().getConnection()) {
      return audit.repair(db, entity);
    }
  }

  @Test
  void whatTheProjectionWritesIsAsItShouldBe() throws Exception {
    someLives();
    assertThat(compare()).isEmpty();

    catchUp(0);

    assertThat(compare()).isEmpty();
    assertThat(repair(ACCOUNT)).isFalse();
  }

  @TestFactory
  Stream<DynamicTest> damageIsFoundAndMended() {
    return Map.ofEntries(
            Map.entry("a balance", "UPDATE asset_account SET available = 1"),
            Map.entry("an account behind", "UPDATE asset_account SET last_seq = 2"),
            Map.entry("an account ahead", "UPDATE asset_account SET last_seq = 99"),
            Map.entry("no account", "DELETE FROM asset_account"),
            Map.entry("not suspended", "UPDATE asset_account SET suspended_by = NULL"),
            Map.entry("an entry gone", "DELETE FROM asset_entry WHERE event_type = 'WalletFrozen'"),
            Map.entry("an entry changed", "UPDATE asset_entry SET amount = 1 WHERE seq = 2"),
            Map.entry("no hold", "DELETE FROM asset_hold WHERE kind = 'WALLET'"),
            Map.entry(
                "a hold left over",
                "INSERT INTO asset_hold SELECT entity_id, 'ORD-8', 1, kind, 5, held_at"
                    + " FROM asset_hold WHERE kind = 'WALLET'"),
            Map.entry("a coupon", "UPDATE coupon_view SET status = 'AVAILABLE'"),
            Map.entry("no coupon", "DELETE FROM coupon_view"),
            Map.entry("no lock", "DELETE FROM asset_hold WHERE kind = 'COUPON'"))
        .entrySet()
        .stream()
        .map(damage -> dynamicTest(damage.getKey(), () -> mended(damage.getValue())));
  }

  private void mended(String damage) throws Exception {
    stop();
    begin("asset_damage");
    someLives();
    catchUp(0);
    var right = tables(journal);
    journal.execute(damage);

    var found = compare();
    assertThat(found).isNotEmpty();
    for (var one : found) assertThat(repair(one.persistenceId())).isTrue();

    assertThat(tables(journal)).isEqualTo(right);
    assertThat(compare()).isEmpty();
  }

  @Test
  void whatIsOtherwiseIsToldByItsPlaces() throws Exception {
    someLives();
    catchUp(0);
    journal.execute("UPDATE asset_account SET available = 1");

    assertThat(compare())
        .containsExactly(
            new Difference(ACCOUNT, "asset_account.available=3", "asset_account.available=1"));
  }

  @Test
  void rowsThatAreBehindAreNotOtherwiseAndAreMendedAsFarAsTheyAre() throws Exception {
    assets.account(WALLET, credited(1000, 1000));
    catchUp(0);
    assets.account(WALLET, frozen(FIRST, 300, 700));
    assertThat(compare()).isEmpty();

    journal.execute("DELETE FROM asset_account");
    assertThat(compare()).hasSize(1);
    assertThat(repair(ACCOUNT)).isTrue();
    assertThat(journal.query("SELECT available, last_seq FROM asset_account"))
        .containsExactly(List.of("1000", "1"));

    catchUp(1);
    assertThat(compare()).isEmpty();
    assertThat(journal.number("SELECT available FROM asset_account")).isEqualTo(700);
  }

  /** Two and a half pages, with a hold and a suspension that the last one does not tell of. */
  @Test
  void aLongLifeIsComparedByItsEndAndMendedAsAWhole() throws Exception {
    assets.account(WALLET, credited(1_000_000, 1_000_000), frozen(SECOND, 7, 999_993));
    assets.account(WALLET, suspended("wallet:ORD-9:commit", "ORD-9"));
    for (int i = 0; i < 2300; i++) {
      var hold = new Hold("ORD-x" + i, 1);
      assets.account(WALLET, frozen(hold, 0, 999_993), released(hold, 0, 999_993));
    }
    assets.account(WALLET, frozen(FIRST, 7, 999_986));
    catchUp(0);
    journal.execute("DELETE FROM asset_hold WHERE order_no = 'ORD-1'");
    var right = tables(journal);
    assertThat(compare()).hasSize(1); // The books of this test say that 7 are frozen, not 14.
    journal.execute(
        "INSERT INTO asset_hold SELECT entity_id, 'ORD-1', 1, kind, 7, held_at"
            + " FROM asset_hold",
        "UPDATE asset_hold SET amount = 0 WHERE order_no = 'ORD-2'");
    assertThat(compare()).isEmpty();

    journal.execute("DELETE FROM asset_entry WHERE seq = 3500");
    assertThat(compare()).hasSize(1);
    assertThat(repair(ACCOUNT)).isTrue();

    assertThat(tables(journal).get("asset_entry")).isEqualTo(right.get("asset_entry"));
    assertThat(tables(journal).get("asset_account")).isEqualTo(right.get("asset_account"));
    assertThat(journal.query("SELECT order_no, amount FROM asset_hold ORDER BY order_no"))
        .containsExactly(List.of("ORD-1", "7"), List.of("ORD-2", "7"));
  }
}
