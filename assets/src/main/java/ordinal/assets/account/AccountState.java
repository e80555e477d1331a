package ordinal.assets.account;

import java.util.Comparator;
import java.util.List;
import ordinal.assets.AssetEvent.AccountEvent;
import ordinal.assets.AssetEvent.Committed;
import ordinal.assets.AssetEvent.Credited;
import ordinal.assets.AssetEvent.Earned;
import ordinal.assets.AssetEvent.Frozen;
import ordinal.assets.AssetEvent.Released;
import ordinal.assets.AssetEvent.Reverted;
import ordinal.assets.AssetEvent.Suspended;
import ordinal.assets.AssetEvent.TakenBack;
import ordinal.assets.Balance;
import ordinal.assets.Hold;
import ordinal.assets.Remembered;
import ordinal.kernel.JsonMessage;
import org.jspecify.annotations.Nullable;
import scala.collection.immutable.HashMap;
import scala.jdk.javaapi.CollectionConverters;

/**
 * An account as its events say it is: a fold that only copies data across, never decides and never
 * reads the clock.
 *
 * @param suspendedBy the key of the operation that could not be done; null is not suspended
 * @param open what is set aside, by hold
 * @param ended holds that are over
 * @param spent by order, less what came back
 * @param done what was said under each key
 */
record AccountState(
    Balance balance,
    @Nullable String suspendedBy,
    HashMap<Hold, Long> open,
    Remembered<Ended> ended,
    Remembered<Long> spent,
    Remembered<String> done) {

  static final AccountState EMPTY =
      new AccountState(
          Balance.ZERO,
          null,
          new HashMap<>(),
          Remembered.nothing(),
          Remembered.nothing(),
          Remembered.nothing());

  /** How a hold ended. */
  enum End {
    RELEASED,
    COMMITTED,
    /** Released, and then paid from what was available. */
    PAID_LATE
  }

  /**
   * A hold that is over.
   *
   * @param amount 0 when it was released before it was there
   */
  record Ended(End end, long amount) {}

  /** What a snapshot holds: everything, in lists. */
  record Snapshot(
      Balance balance,
      @Nullable String suspendedBy,
      List<OpenHold> open,
      List<EndedHold> ended,
      List<SpentBy> spent,
      List<DoneOnce> done)
      implements JsonMessage {}

  record OpenHold(Hold hold, long amount) implements JsonMessage {}

  record EndedHold(String hold, End end, long amount) implements JsonMessage {}

  record SpentBy(String orderNo, long amount) implements JsonMessage {}

  record DoneOnce(String key, String said) implements JsonMessage {}

  boolean isSuspended() {
    return suspendedBy != null;
  }

  /** What is set aside under it, or null. */
  @Nullable Long openOf(Hold hold) {
    var found = open.get(hold);
    return found.isEmpty() ? null : found.get();
  }

  @Nullable Ended endedOf(Hold hold) {
    return ended.of(name(hold));
  }

  long spentBy(String orderNo) {
    var known = spent.of(orderNo);
    return known == null ? 0 : known;
  }

  /** What is wrong with the books, or null. They are never stored when there is something. */
  @Nullable String fault() {
    if (balance.sum() != 0) return "the books add up to " + balance.sum();
    if (balance.available() < 0) return "available would be " + balance.available();
    if (balance.frozen() < 0) return "frozen would be " + balance.frozen();
    if (balance.spent() < 0) return "spent would be " + balance.spent();
    if (balance.owed() > 0) return "owed would be " + balance.owed();
    long held = 0;
    for (var amount : CollectionConverters.asJava(open).values()) held += amount;
    return held == balance.frozen()
        ? null
        : "frozen is " + balance.frozen() + " but the holds are " + held;
  }

  AccountState after(AccountEvent event, int most) {
    var booked = new AccountState(event.after(), suspendedBy, open, ended, spent, done);
    if (event instanceof Credited e) return booked.did(e.key(), said("credit", e.amount()), most);
    if (event instanceof Earned e) return booked.did(e.key(), said("earn", e.amount()), most);
    if (event instanceof TakenBack e) {
      return booked.did(e.key(), said("takeback", e.amount()), most);
    }
    if (event instanceof Frozen e) return booked.withOpen(open.updated(e.hold(), e.amount()));
    if (event instanceof Released e) {
      var over = new Ended(End.RELEASED, e.amount());
      return booked.withOpen(open.removed(e.hold())).ended(e.hold(), over, most);
    }
    if (event instanceof Committed e) return booked.committed(e, most);
    if (event instanceof Reverted e) {
      return booked
          .spending(e.orderNo(), -e.amount(), most)
          .did(e.key(), said("revert", e.amount()), most);
    }
    if (event instanceof Suspended e) {
      return new AccountState(event.after(), e.key(), open, ended, spent, done);
    }
    throw new IllegalStateException("an account has no rule for " + event.getClass().getName());
  }

  /** What an operation says, so that its repeat is told from another one under its key. */
  static String said(String operation, long amount) {
    return operation + " " + amount;
  }

  /** An operation that the account had stopped at, and which could be done now, sets it free. */
  private AccountState did(String key, String said, int most) {
    var known = done.with(key, said, most);
    return new AccountState(balance, stillSuspendedAfter(key), open, ended, spent, known);
  }

  private @Nullable String stillSuspendedAfter(String key) {
    return key.equals(suspendedBy) ? null : suspendedBy;
  }

  private AccountState committed(Committed e, int most) {
    var end = e.fromAvailable() > 0 ? End.PAID_LATE : End.COMMITTED;
    var over = ended.with(name(e.hold()), new Ended(end, e.amount()), most);
    return new AccountState(
            balance, stillSuspendedAfter(e.key()), open.removed(e.hold()), over, spent, done)
        .spending(e.hold().orderNo(), e.amount(), most);
  }

  private AccountState withOpen(HashMap<Hold, Long> holds) {
    return new AccountState(balance, suspendedBy, holds, ended, spent, done);
  }

  private AccountState ended(Hold hold, Ended over, int most) {
    var known = ended.with(name(hold), over, most);
    return new AccountState(balance, suspendedBy, open, known, spent, done);
  }

  private AccountState spending(String orderNo, long amount, int most) {
    var known = spent.with(orderNo, spentBy(orderNo) + amount, most);
    return new AccountState(balance, suspendedBy, open, ended, known, done);
  }

  private static String name(Hold hold) {
    return hold.orderNo() + "#" + hold.checkoutNo();
  }

  Snapshot toSnapshot() {
    var holds =
        CollectionConverters.asJava(open).entrySet().stream()
            .map(hold -> new OpenHold(hold.getKey(), hold.getValue()))
            .sorted(Comparator.comparing(hold -> name(hold.hold())))
            .toList();
    return new Snapshot(
        balance,
        suspendedBy,
        holds,
        ended.toList((name, over) -> new EndedHold(name, over.end(), over.amount())),
        spent.toList(SpentBy::new),
        done.toList(DoneOnce::new));
  }

  static AccountState of(Snapshot snapshot, int most) {
    var open = new HashMap<Hold, Long>();
    for (var hold : snapshot.open()) open = open.updated(hold.hold(), hold.amount());
    var ended = Remembered.<Ended>nothing();
    for (var e : snapshot.ended())
      ended = ended.with(e.hold(), new Ended(e.end(), e.amount()), most);
    var spent = Remembered.<Long>nothing();
    for (var s : snapshot.spent()) spent = spent.with(s.orderNo(), s.amount(), most);
    var done = Remembered.<String>nothing();
    for (var d : snapshot.done()) done = done.with(d.key(), d.said(), most);
    return new AccountState(snapshot.balance(), snapshot.suspendedBy(), open, ended, spent, done);
  }
}
