package ordinal.projections.assets;

import static ordinal.projections.assets.AssetJournal.META;
import static ordinal.projections.assets.AssetJournal.WALLET;
import static ordinal.projections.assets.AssetJournal.books;
import static ordinal.projections.assets.AssetJournal.committed;
import static ordinal.projections.assets.AssetJournal.credited;
import static ordinal.projections.assets.AssetJournal.earned;
import static ordinal.projections.assets.AssetJournal.frozen;
import static ordinal.projections.assets.AssetJournal.issued;
import static ordinal.projections.assets.AssetJournal.locked;
import static ordinal.projections.assets.AssetJournal.suspended;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.TimeUnit;
import ordinal.assets.AccountId;
import ordinal.assets.AccountKind;
import ordinal.assets.AssetEvent.CouponIssued;
import ordinal.assets.AssetEvent.Earned;
import ordinal.assets.CouponStatus;
import ordinal.assets.Hold;
import ordinal.projections.TestJournal;
import ordinal.projections.sql.Sql;
import ordinal.projections.tail.SliceRange;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What can be asked of the rows, and that each question goes along an index. */
class SqlAssetViewsTest {

  private static final Hold HOLD = new Hold("ORD-1", 1);

  TestJournal journal;
  AssetJournal assets;
  SqlAssetViews views;

  @BeforeEach
  void start() {
    journal = TestJournal.create("asset_views");
    assets = new AssetJournal(journal);
    views = new SqlAssetViews(new Sql(journal.dataSource(), ForkJoinPool.commonPool()));
  }

  @AfterEach
  void stop() {
    journal.close();
  }

  private void project() throws Exception {
    var handler = new AssetHandler(new SimpleMeterRegistry());
    var all = journal.page(SliceRange.all(TestJournal.SLICES), 0, 100_000);
    AssetJournal.apply(journal, handler, all);
  }

  private static <T> T answer(CompletionStage<T> stage) throws Exception {
    return stage.toCompletableFuture().get(30, TimeUnit.SECONDS);
  }

  @Test
  void aUsersCouponsComePageByPageTheLastIssuedFirst() throws Exception {
    for (int i = 1; i <= 5; i++) assets.coupon("c-" + i, issued("u1", 100 * i));
    assets.coupon("c-3", locked(HOLD));
    assets.coupon("other", issued("u2", 1));
    journal.append("Coupon|elsewhere/c-9", 1, issued("u1", 1));
    project();

    var pages = new ArrayList<List<String>>();
    Long before = null;
    do {
      var page = answer(views.coupons("default", "u1", 2, before));
      pages.add(page.coupons().stream().map(CouponRow::couponId).toList());
      before = page.next();
    } while (before != null);

    assertThat(pages).containsExactly(List.of("c-5", "c-4"), List.of("c-3", "c-2"), List.of("c-1"));
    var third = answer(views.coupons("default", "u1", 5, null)).coupons().get(2);
    assertThat(third)
        .isEqualTo(
            new CouponRow(
                3, "default", "c-3", "u1", 300, null, CouponStatus.LOCKED, "ORD-1", META.at(), 2));
    assertThat(answer(views.coupons("default", "nobody", 5, null)).coupons()).isEmpty();
  }

  @Test
  void aCouponTellsWhenItExpires() throws Exception {
    var end = Instant.parse("2026-12-31T23:59:59.999Z");
    assets.coupon("c-1", new CouponIssued(META, "k", "u1", 5, end));
    project();

    assertThat(answer(views.coupons("default", "u1", 1, null)).coupons().get(0).expiresAt())
        .isEqualTo(end);
  }

  @Test
  void whatMovedAnAccountComesPageByPageNewestFirst() throws Exception {
    assets.account(
        WALLET, credited(1000, 1000), frozen(HOLD, 300, 700), committed(HOLD, 300, 0, 700));
    assets.account(AccountId.wallet("default", "u2"), credited(5, 5));
    project();

    var first = answer(views.entries(WALLET, 2, null));
    var second = answer(views.entries(WALLET, 2, first.next()));

    assertThat(first.entries())
        .extracting(AssetEntry::eventType)
        .containsExactly("WalletCommitted", "WalletFrozen");
    assertThat(second.entries())
        .containsExactly(
            new AssetEntry(
                1,
                "wallet/default/u1",
                1,
                "WalletCredited",
                AssetKind.WALLET,
                "default",
                "u1",
                "credit:r-1",
                null,
                null,
                1000,
                1000L,
                0L,
                "trace-1",
                META.at()));
    assertThat(second.next()).isNull();
  }

  @Test
  void aPersonsCommissionsTellOrderAndPart() throws Exception {
    var person = AccountId.commission("default", "tech-1");
    var key = "commission:ORD-1:technician";
    assets.account(
        person, new Earned(META, AccountKind.COMMISSION, key, "ORD-1", 150, 0, books(150, 0)));
    project();

    var entry = answer(views.entries(person, 10, null)).entries().get(0);

    assertThat(entry.orderNo()).isEqualTo("ORD-1");
    assertThat(entry.amount()).isEqualTo(150);
    assertThat(entry.key()).isEqualTo(key);
    assertThat(entry.at()).isEqualTo(META.at());
  }

  @Test
  void whatAnOrderMovedIsTheTenantsThatOwnsIt() throws Exception {
    assets.account(WALLET, credited(1000, 1000), frozen(HOLD, 300, 700));
    assets.coupon("c-1", issued("u1", 500), locked(HOLD));
    assets.account(AccountId.points("default", "u1"), earned("ORD-1", 20, 20));
    assets.account(AccountId.points("other", "u1"), earned("ORD-1", 7, 7));
    project();

    assertThat(answer(views.ofOrder("default", "ORD-1")))
        .extracting(AssetEntry::eventType)
        .containsExactly("WalletFrozen", "CouponLocked", "PointsEarned");
    assertThat(answer(views.ofOrder("other", "ORD-1")))
        .extracting(AssetEntry::amount)
        .containsExactly(7L);
    assertThat(answer(views.ofOrder("default", "ORD-2"))).isEmpty();
  }

  @Test
  void anAccountsBooksAreTheirsAndNobodysAreNone() throws Exception {
    assets.account(WALLET, credited(1000, 1000), suspended("wallet:ORD-2:commit", "ORD-2"));
    project();

    var found = answer(views.account(WALLET)).orElseThrow();

    assertThat(found.balance()).isEqualTo(books(3, 0));
    assertThat(found.isSuspended()).isTrue();
    assertThat(found.suspendedBy()).isEqualTo("wallet:ORD-2:commit");
    assertThat(found.lastSeq()).isEqualTo(2);
    assertThat(answer(views.account(AccountId.points("default", "u1")))).isEmpty();
  }

  @Test
  void noPageIsLargerThanACallerMayAskFor() {
    assertThatThrownBy(() -> views.entries(WALLET, SqlAssetViews.MOST + 1, null))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> views.coupons("default", "u1", 0, null))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
