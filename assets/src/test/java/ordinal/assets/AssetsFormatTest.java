package ordinal.assets;

import static java.util.stream.Collectors.toMap;
import static java.util.stream.Collectors.toSet;
import static ordinal.assets.Samples.META;
import static ordinal.assets.Samples.NOON;
import static ordinal.assets.Samples.TRACE;
import static ordinal.assets.Samples.config;
import static ordinal.kernel.StoredFormat.sample;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;
import ordinal.assets.AssetEvent.*;
import ordinal.assets.account.AccountCommand;
import ordinal.assets.account.AccountFormats;
import ordinal.assets.coupon.CouponCommand;
import ordinal.assets.coupon.CouponFormats;
import ordinal.kernel.EventMeta;
import ordinal.kernel.JsonMessage;
import ordinal.kernel.StoredFormat;
import org.apache.pekko.actor.testkit.typed.javadsl.ActorTestKit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What is stored stays readable, and what goes between nodes arrives. A sample in {@code events/v1}
 * is what a release wrote: never edit one to make this test pass.
 */
class AssetsFormatTest {

  static final ActorTestKit actors = ActorTestKit.create(config());
  static final StoredFormat format = new StoredFormat(actors.system());
  static final Hold HOLD = new Hold("ORD-1", 2);
  static final Balance AFTER = new Balance(500, 300, 200, -50, -950);

  /** Each event with every optional field it has, by the name of its record. */
  static final Map<String, AssetEvent> EVENTS =
      Stream.of(
              new Credited(META, AccountKind.WALLET, "credit:top-up-1", "ORD-1", 1000, 50, AFTER),
              new Frozen(META, AccountKind.WALLET, "wallet:ORD-1:freeze:2", HOLD, 300, AFTER),
              new Committed(
                  META, AccountKind.POINTS, "points:ORD-1:commit:2", HOLD, 300, 300, AFTER),
              new Released(META, AccountKind.POINTS, "points:ORD-1:release:2", HOLD, 300, AFTER),
              new Reverted(META, AccountKind.WALLET, "wallet:REF-1:revert", "ORD-1", 300, AFTER),
              new Earned(
                  META, AccountKind.COMMISSION, "commission:ORD-1:mentor", "ORD-1", 20, 5, AFTER),
              new TakenBack(
                  META, AccountKind.POINTS, "points:REF-1:take-back", "ORD-1", 10, 4, AFTER),
              new Suspended(
                  META,
                  AccountKind.WALLET,
                  "wallet:ORD-1:commit:2",
                  "ORD-1",
                  "available would be -300",
                  AFTER),
              new CouponIssued(
                  META, "coupon:coupon-88:issue", "1001", 500, NOON.plusSeconds(86_400)),
              new CouponLocked(META, "order:ORD-1:checkout:2", HOLD),
              new CouponUsed(META, "order:ORD-1:commit:2", HOLD),
              new CouponReleased(META, "order:ORD-1:release:2", HOLD, true))
          .collect(toMap(event -> event.getClass().getSimpleName(), Function.identity()));

  /** What entities keep of their state. */
  static final Map<String, JsonMessage> SNAPSHOTS =
      Map.of(
          "AccountState.Snapshot", AccountFormats.snapshot(),
          "CouponState", CouponFormats.snapshot());

  @AfterAll
  static void stopActors() {
    actors.shutdownTestKit();
  }

  static Stream<String> events() {
    return EVENTS.keySet().stream().sorted();
  }

  static Stream<String> snapshots() {
    return SNAPSHOTS.keySet().stream().sorted();
  }

  @Test
  void everyEventHasASample() {
    assertEquals(StoredFormat.names(AssetEvent.class), EVENTS.keySet());
  }

  @ParameterizedTest
  @MethodSource("events")
  void eventsStoredByEarlierReleasesStillRead(String name) throws IOException {
    assertRead(EVENTS.get(name), sample(name));
  }

  @ParameterizedTest
  @MethodSource("events")
  void eventsAreWrittenAsTheirSamplesSay(String name) throws IOException {
    assertEquals(sample(name), format.write(EVENTS.get(name)));
  }

  @ParameterizedTest
  @MethodSource("events")
  void fieldsOfLaterReleasesAreSkipped(String name) throws IOException {
    var later = sample(name);
    later.put("fieldOfALaterRelease", 1);
    if (later.has("after")) ((ObjectNode) later.get("after")).put("another", 1);

    assertRead(EVENTS.get(name), later);
  }

  @Test
  void optionalFieldsMayBeMissing() throws IOException {
    var credited = new Credited(META, AccountKind.WALLET, "credit:top-up-1", null, 1000, 50, AFTER);
    var issued = new CouponIssued(META, "coupon:coupon-88:issue", "1001", 500, null);

    assertRead(credited, sample("Credited").without("orderNo"));
    assertRead(issued, sample("CouponIssued").without("expiresAt"));
    assertEquals(sample("Credited").without("orderNo"), format.write(credited));
    assertEquals(sample("CouponIssued").without("expiresAt"), format.write(issued));
  }

  @ParameterizedTest
  @MethodSource("snapshots")
  void snapshotsStoredByEarlierReleasesStillRead(String name) throws IOException {
    var snapshot = SNAPSHOTS.get(name);

    assertRead(snapshot, sample(name));
    assertEquals(sample(name), format.write(snapshot));
  }

  @Test
  void anAccountKnowsAllThatItsSnapshotHolds() {
    var snapshot = AccountFormats.snapshot();

    assertEquals(snapshot, AccountFormats.readAndWritten(snapshot));
  }

  /** On {@code asset-events} an event is named by what the account counts, too. */
  @Test
  void theOutsideKnowsAnEventByItsAccountsKind() {
    assertEquals("WalletCredited", EVENTS.get("Credited").eventType());
    assertEquals("PointsTakenBack", EVENTS.get("TakenBack").eventType());
    assertEquals("CommissionEarned", EVENTS.get("Earned").eventType());
    assertEquals("CouponLocked", EVENTS.get("CouponLocked").eventType());
  }

  @Test
  void commandsAndRepliesArriveOnOtherNodesAsTheyWere() {
    var accounts = actors.<AccountReply>createTestProbe().ref();
    var coupons = actors.<CouponReply>createTestProbe().ref();
    var cause = new Cause("k", "ORD-1", TRACE);
    var sent =
        List.<Object>of(
            new AccountCommand.Get(accounts),
            new AccountCommand.Credit(5, cause, accounts),
            new AccountCommand.Earn(5, new Cause("k", null, TRACE), accounts),
            new AccountCommand.TakeBack(5, cause, accounts),
            new AccountCommand.Revert("ORD-1", 5, cause, accounts),
            new AccountCommand.Freeze(HOLD, 5, TRACE, accounts),
            new AccountCommand.Commit(HOLD, 5, TRACE, accounts),
            new AccountCommand.Release(HOLD, TRACE, accounts),
            new CouponCommand.Get(coupons),
            new CouponCommand.Issue("1001", 500, NOON, TRACE, coupons),
            new CouponCommand.Lock("1001", HOLD, TRACE, coupons),
            new CouponCommand.Use(HOLD, TRACE, coupons),
            new CouponCommand.Unlock(HOLD, TRACE, coupons),
            new AccountReply.Standing(AFTER, true, false),
            new AccountReply.Refused(AccountReply.Refusal.INSUFFICIENT, "5 available", AFTER),
            new AccountReply.Unavailable("away"),
            new CouponReply.Standing(CouponStatus.LOCKED, "1001", 500, NOON, "ORD-1", true),
            new CouponReply.Refused(CouponReply.Refusal.EXPIRED, "too late"),
            new CouponReply.Unavailable("away"));

    for (var message : sent) actors.serializationTestKit().verifySerialization(message, true);
    assertEquals(
        Stream.of(
                AccountCommand.Asked.class,
                AccountReply.class,
                CouponCommand.Asked.class,
                CouponReply.class)
            .flatMap(StoredFormat::records)
            .collect(toSet()),
        sent.stream().map(Object::getClass).collect(toSet()));
  }

  /** Accounts of other tenants say whose they are; the default tenant takes no room. */
  @Test
  void anotherTenantIsInTheStoredForm() throws IOException {
    var meta = new EventMeta(NOON, TRACE, null, "acme");
    var locked = new CouponLocked(meta, "order:ORD-1:checkout:2", HOLD);
    var sample = sample("CouponLocked");
    ((ObjectNode) sample.get("meta")).put("tenantId", "acme");

    assertEquals(sample, format.write(locked));
  }

  private static void assertRead(Object expected, ObjectNode stored) throws IOException {
    assertEquals(expected, format.read(expected.getClass(), stored));
  }
}
