package ordinal.projections.assets;

import static ordinal.projections.assets.AssetJournal.AT;
import static ordinal.projections.assets.AssetJournal.META;
import static ordinal.projections.assets.AssetJournal.WALLET;
import static ordinal.projections.assets.AssetJournal.books;
import static ordinal.projections.assets.AssetJournal.committed;
import static ordinal.projections.assets.AssetJournal.credited;
import static ordinal.projections.assets.AssetJournal.earned;
import static ordinal.projections.assets.AssetJournal.frozen;
import static ordinal.projections.assets.AssetJournal.issued;
import static ordinal.projections.assets.AssetJournal.locked;
import static ordinal.projections.assets.AssetJournal.released;
import static ordinal.projections.assets.AssetJournal.reverted;
import static ordinal.projections.assets.AssetJournal.suspended;
import static ordinal.projections.assets.AssetJournal.tables;
import static ordinal.projections.assets.AssetJournal.takenBack;
import static ordinal.projections.assets.AssetJournal.unlocked;
import static ordinal.projections.assets.AssetJournal.used;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import ordinal.assets.AccountId;
import ordinal.assets.AccountKind;
import ordinal.assets.AssetEvent;
import ordinal.assets.AssetEvent.AccountEvent;
import ordinal.assets.AssetEvent.CouponEvent;
import ordinal.assets.AssetEvent.CouponIssued;
import ordinal.assets.AssetEvent.Earned;
import ordinal.assets.Hold;
import ordinal.projections.ProjectionSession;
import ordinal.projections.TestJournal;
import ordinal.projections.tail.Page;
import ordinal.projections.tail.SliceRange;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** From events of accounts and coupons to the four tables, on the real database. */
class AssetHandlerTest {

  private static final Hold FIRST = new Hold("ORD-1", 1);
  private static final Hold SECOND = new Hold("ORD-1", 2);
  private static final AccountId POINTS = AccountId.points("default", "u1");

  final MeterRegistry metrics = new SimpleMeterRegistry();
  final AssetHandler handler = new AssetHandler(metrics);
  TestJournal journal;
  AssetJournal assets;

  @BeforeEach
  void start() {
    journal = TestJournal.create("assets");
    assets = new AssetJournal(journal);
  }

  @AfterEach
  void stop() {
    journal.close();
  }

  private Page all() throws SQLException {
    return page(0, 100_000);
  }

  private Page page(long after, int limit) throws SQLException {
    return journal.page(SliceRange.all(TestJournal.SLICES), after, limit);
  }

  private void apply(Page page) throws Exception {
    AssetJournal.apply(journal, handler, page);
  }

  private List<List<String>> accounts() throws SQLException {
    return journal.query(
        "SELECT account_id, available, frozen, spent, owed, funded, suspended_by, last_seq"
            + " FROM asset_account ORDER BY account_id");
  }

  private List<List<String>> holds() throws SQLException {
    return journal.query(
        "SELECT entity_id, order_no, checkout_no, kind, amount, CAST(held_at AS CHAR)"
            + " FROM asset_hold ORDER BY entity_id, order_no, checkout_no");
  }

  private List<List<String>> coupons() throws SQLException {
    return journal.query(
        "SELECT coupon_id, user_id, status, order_no, last_seq FROM coupon_view"
            + " ORDER BY coupon_id");
  }

  /** A life with every event in it. */
  private void everything() throws SQLException {
    assets.account(
        WALLET,
        credited(1000, 1000),
        frozen(FIRST, 300, 700),
        released(FIRST, 300, 1000),
        frozen(SECOND, 400, 600),
        committed(SECOND, 400, 0, 600),
        reverted("ORD-1", 400, 1000),
        suspended("wallet:ORD-2:commit", "ORD-2"));
    assets.account(POINTS, earned("ORD-1", 20, 20), takenBack("ORD-1", 25, 5, 0));
    assets.coupon("c-1", issued("u1", 500), locked(FIRST), unlocked(FIRST, false), locked(SECOND));
    assets.coupon("c-1", used(SECOND));
  }

  // What rows there are.

  @Test
  void anAccountHasItsBooksAfterItsLastEvent() throws Exception {
    journal.append("ORD-1", 1, TestJournal.created("ORD-1", "u1"));
    everything();

    apply(all());

    assertThat(accounts())
        .containsExactly(
            row("points/default/u1", "0", "0", "0", "0", "0", null, "2"),
            List.of("wallet/default/u1", "3", "0", "0", "0", "-3", "wallet:ORD-2:commit", "7"));
    assertThat(
            journal.query(
                "SELECT kind, tenant_id, owner_id, CAST(updated_at AS CHAR)"
                    + " FROM asset_account WHERE kind = 'WALLET'"))
        .containsExactly(List.of("WALLET", "default", "u1", AT));
  }

  @Test
  void everyMovementIsAnEntryWithWhatItLeft() throws Exception {
    everything();

    apply(all());

    assertThat(
            journal.query(
                "SELECT event_type, idem_key, order_no, checkout_no, amount, available, frozen"
                    + " FROM asset_entry WHERE entity_id = 'wallet/default/u1' ORDER BY ordering"))
        .containsExactly(
            row("WalletCredited", "credit:r-1", null, null, "1000", "1000", "0"),
            row("WalletFrozen", "wallet:ORD-1:freeze", "ORD-1", "1", "300", "700", "300"),
            row("WalletReleased", "wallet:ORD-1:release", "ORD-1", "1", "300", "1000", "0"),
            row("WalletFrozen", "wallet:ORD-1:freeze:2", "ORD-1", "2", "400", "600", "400"),
            row("WalletCommitted", "wallet:ORD-1:commit:2", "ORD-1", "2", "400", "600", "0"),
            row("WalletReverted", "wallet:R1:revert", "ORD-1", null, "400", "1000", "0"),
            row("WalletSuspended", "wallet:ORD-2:commit", "ORD-2", null, "0", "3", "0"));
    assertThat(
            journal.query(
                "SELECT event_type, kind, tenant_id, owner_id, seq, amount, available, trace_id,"
                    + " CAST(at AS CHAR) FROM asset_entry WHERE entity_id = 'default/c-1'"
                    + " ORDER BY ordering LIMIT 2"))
        .containsExactly(
            row("CouponIssued", "COUPON", "default", "u1", "1", "500", null, "trace-1", AT),
            row("CouponLocked", "COUPON", "default", "u1", "2", "500", null, "trace-1", AT));
  }

  private static List<String> row(String... cells) {
    return Arrays.asList(cells);
  }

  @Test
  void whatIsSetAsideHasARowUntilItIsOver() throws Exception {
    assets.account(WALLET, credited(1000, 1000), frozen(FIRST, 300, 700));
    assets.coupon("c-1", issued("u1", 500), locked(FIRST));
    apply(all());
    long seen = all().upTo();

    assertThat(holds())
        .containsExactly(
            List.of("default/c-1", "ORD-1", "1", "COUPON", "500", AT),
            List.of("wallet/default/u1", "ORD-1", "1", "WALLET", "300", AT));

    assets.account(WALLET, released(FIRST, 300, 1000), frozen(SECOND, 400, 600));
    assets.coupon("c-1", used(FIRST));
    apply(page(seen, 100));

    assertThat(holds())
        .containsExactly(List.of("wallet/default/u1", "ORD-1", "2", "WALLET", "400", AT));
  }

  @Test
  void whatBeginsAndEndsInOnePageLeavesNoHold() throws Exception {
    assets.account(
        WALLET, credited(1000, 1000), frozen(FIRST, 300, 700), committed(FIRST, 300, 0, 700));

    apply(all());

    assertThat(holds()).isEmpty();
  }

  @Test
  void aReleaseBeforeItsFreezeLeavesNothingToEnd() throws Exception {
    assets.account(WALLET, released(FIRST, 0, 0));
    assets.coupon("c-1", issued("u1", 500), locked(FIRST), unlocked(SECOND, true));

    apply(all());

    assertThat(holds()).extracting(hold -> hold.get(0)).containsExactly("default/c-1");
    assertThat(coupons()).containsExactly(row("c-1", "u1", "LOCKED", "ORD-1", "3"));
  }

  @Test
  void aCouponStandsWhereItsLastEventPutIt() throws Exception {
    assets.coupon("free", issued("u1", 500), locked(FIRST), unlocked(FIRST, false));
    assets.coupon("locked", issued("u1", 500), locked(FIRST));
    assets.coupon(
        "new", new CouponIssued(META, "k", "u2", 700, Instant.parse("2026-01-01T00:00:00Z")));
    assets.coupon("used", issued("u1", 500), locked(FIRST), used(FIRST));

    apply(all());

    assertThat(coupons())
        .containsExactly(
            row("free", "u1", "AVAILABLE", null, "3"),
            row("locked", "u1", "LOCKED", "ORD-1", "2"),
            row("new", "u2", "AVAILABLE", null, "1"),
            row("used", "u1", "USED", "ORD-1", "3"));
    assertThat(
            journal.query(
                "SELECT discount_minor, CAST(expires_at AS CHAR) FROM coupon_view"
                    + " WHERE coupon_id = 'new'"))
        .containsExactly(row("700", "2026-01-01 00:00:00.000"));
  }

  @Test
  void anAccountIsFreeAgainWhenWhatItStoppedAtIsDone() throws Exception {
    assets.account(
        WALLET,
        credited(3, 3),
        suspended(FIRST.key("wallet", "commit"), "ORD-1"),
        credited("credit:r-2", 10, 0, 13));
    apply(all());
    assertThat(accounts().get(0).get(6)).isEqualTo("wallet:ORD-1:commit");

    assets.account(WALLET, committed(FIRST, 5, 5, 8));
    apply(page(all().rows().get(2).ordering(), 10));

    assertThat(accounts().get(0).get(6)).isNull();
  }

  @Test
  void aKeyMayHaveTheLongestIdsThereAre() throws Exception {
    var owner = AccountId.commission("t".repeat(64), "u".repeat(64));
    var order = "o".repeat(64);
    var key = "commission:" + order + ":technician";
    assets.account(owner, new Earned(META, AccountKind.COMMISSION, key, order, 5, 0, books(5, 0)));

    apply(all());

    assertThat(accounts().get(0).get(0)).isEqualTo(owner.entityId());
    assertThat(journal.query("SELECT idem_key FROM asset_entry").get(0)).containsExactly(key);
  }

  @Test
  void everyEventThatThereIsHasARow() throws Exception {
    everything();
    var known = new TreeSet<String>();
    Stream.of(AccountEvent.class, CouponEvent.class)
        .flatMap(type -> Arrays.stream(type.getPermittedSubclasses()))
        .forEach(type -> known.add(type.getSimpleName()));

    apply(all());

    var covered = new TreeSet<String>();
    for (var row : all().rows()) covered.add(row.event().getClass().getSimpleName());
    assertThat(covered).isEqualTo(known);
    assertThat(journal.number("SELECT COUNT(*) FROM asset_entry")).isEqualTo(all().rows().size());
    assertThat(handled()).isEqualTo(all().rows().size());
  }

  private double handled() {
    return metrics.get("projection.event.handled").tag("projection", "assets").counter().count();
  }

  // What happens twice, late, or not at all.

  @Test
  void whateverThePagesTheRowsAreTheSame() throws Exception {
    everything();
    apply(all());
    var atOnce = tables(journal);
    journal.execute(
        "DELETE FROM asset_account", "DELETE FROM asset_entry", "DELETE FROM coupon_view");

    for (var page = page(0, 1); !page.rows().isEmpty(); page = page(page.upTo(), 1)) apply(page);

    assertThat(tables(journal)).isEqualTo(atOnce);
  }

  @Test
  void aPageThatComesAgainChangesNothing() throws Exception {
    everything();
    assets.account(WALLET, frozen(new Hold("ORD-3", 1), 2, 1));
    apply(all());
    var once = tables(journal);

    apply(all());
    apply(page(0, 3));
    apply(page(all().rows().get(4).ordering(), 5));

    assertThat(tables(journal)).isEqualTo(once);
    assertThat(handled()).isEqualTo(all().rows().size());
  }

  @Test
  void aZombieThatIsLateChangesNothing() throws Exception {
    everything();
    var early = page(0, 6);
    var zombie = new ProjectionSession(journal.dataSource());
    apply(all());
    var right = tables(journal);

    new AssetHandler(metrics).process(zombie, early);
    zombie.commit();
    zombie.close();

    assertThat(tables(journal)).isEqualTo(right);
  }

  @Test
  void twoThatBeginTheSameAccountsAtOnceWaitForEachOther() throws Exception {
    everything();
    var first = new ProjectionSession(journal.dataSource());
    handler.process(first, page(0, 4));

    var second = CompletableFuture.runAsync(() -> unchecked(all -> apply(all)));
    await().until(() -> journal.number(WAITING) > 0);
    first.commit();
    first.close();

    second.get();
    assertThat(handled()).isEqualTo(all().rows().size());
    var right = tables(journal);
    apply(all());
    assertThat(tables(journal)).isEqualTo(right);
  }

  private static final String WAITING =
      "SELECT COUNT(*) FROM information_schema.processlist"
          + " WHERE db = DATABASE() AND info LIKE '%FROM asset_account%FOR UPDATE'";

  private interface Applied {
    void to(Page page) throws Exception;
  }

  private void unchecked(Applied work) {
    try {
      work.to(all());
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void aHoleIsSeenAndNothingOfItsPageIsTaken() throws Exception {
    assets.account(WALLET, credited(1000, 1000), frozen(FIRST, 300, 700), released(FIRST, 300, 9));
    apply(page(0, 1));
    assets.coupon("c-1", issued("u1", 500));
    var before = tables(journal);

    assertThatThrownBy(() -> apply(page(all().rows().get(1).ordering(), 10)))
        .isInstanceOf(AssetHole.class)
        .hasMessage(
            "Account|wallet/default/u1: its event 3 (ordering 3) came, but the view knows only 1"
                + " of its events");

    assertThat(tables(journal)).isEqualTo(before);
    assertThat(metrics.get("projection.event.hole").tag("projection", "assets").counter().count())
        .isEqualTo(1);
    apply(page(1, 10));
    assertThat(accounts().get(0).get(7)).isEqualTo("3");
  }

  @Test
  void aHoleAtTheStartOfACouponIsSeenToo() throws Exception {
    assets.coupon("c-1", issued("u1", 500), locked(FIRST));

    assertThatThrownBy(() -> apply(page(1, 10))).isInstanceOf(AssetHole.class);

    assertThat(coupons()).isEmpty();
  }

  @Test
  void whatCannotBeReadIsNamedAndNotPassedOver() throws Exception {
    assets.account(WALLET, credited(1000, 1000), frozen(FIRST, 300, 700));
    journal.execute("UPDATE event_journal SET event_payload = 'x' WHERE sequence_number = 2");

    assertThatThrownBy(() -> apply(all()))
        .hasMessageContaining("Account|wallet/default/u1: its event 2 (ordering 2)");

    assertThat(accounts()).isEmpty();
  }

  @Test
  void aLargePageIsAFewStatements() throws Exception {
    var events = new ArrayList<AssetEvent>();
    for (int i = 0; i < 100; i++) {
      var hold = new Hold("ORD-" + i, 1);
      events.add(frozen(hold, 1, 99));
      events.add(committed(hold, 1, 0, 99));
    }
    assets.account(WALLET, events.toArray(AssetEvent[]::new));
    for (int i = 0; i < 100; i++) {
      assets.account(AccountId.wallet("default", "user-" + i), credited(i, i));
      assets.coupon("c-" + i, issued("user-" + i, 5), locked(FIRST));
    }
    long before = statements();

    apply(all());

    assertThat(statements() - before).isLessThan(30);
    assertThat(journal.number("SELECT COUNT(*) FROM asset_entry")).isEqualTo(500);
    assertThat(journal.number("SELECT COUNT(*) FROM asset_hold")).isEqualTo(100);
    assertThat(
            journal.number(
                "SELECT SUM(available + frozen + spent + owed + funded) FROM asset_account"))
        .isZero();
  }

  private long statements() throws SQLException {
    return Long.parseLong(journal.query("SHOW GLOBAL STATUS LIKE 'Questions'").get(0).get(1));
  }

  @Test
  void aPageWithoutAssetsAsksNothing() throws Exception {
    journal.fill(50, i -> TestJournal.created("ORD-" + i, "u1"));
    var page = all();
    long before = statements();

    apply(page);

    // Its own two looks, the transaction's commit, and what the pool asks.
    assertThat(statements() - before).isLessThan(10);
  }
}
