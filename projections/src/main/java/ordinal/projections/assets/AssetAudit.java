package ordinal.projections.assets;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import ordinal.assets.AccountId;
import ordinal.assets.AssetEvent.Suspended;
import ordinal.assets.Balance;
import ordinal.assets.CouponId;
import ordinal.projections.operation.Positions;
import ordinal.projections.sql.RowValues;
import ordinal.projections.tail.EntityEvents;
import ordinal.projections.tail.JournalRow;
import org.jspecify.annotations.Nullable;

/**
 * Compares single accounts' and coupons' rows with what the journal says of them, and writes those
 * anew that are otherwise.
 *
 * <p>The comparison is exact although the projection goes on: in one snapshot the rows are what the
 * events below its position lead to. A repair holds the projection's part of that slice by its
 * position, which every page moves before it touches a row, so the two can never be at odds.
 *
 * <p>Of an account with a long life only the last events are read. What they cannot tell is taken
 * as it is found: who suspended it before, and holds that are older; but the holds still have to
 * add up to what is frozen. A repair reads the whole life.
 */
public final class AssetAudit {

  /** As many events of an account are read, and as many are handled at once by a repair. */
  private static final int EVENTS = 2000;

  private static final String HELD = "asset_hold.sum";

  /**
   * An account or coupon whose rows are otherwise.
   *
   * @param persistenceId as the journal names it
   * @param expected the first few values that the journal leads to
   * @param found what is there in their place
   */
  public record Difference(String persistenceId, String expected, String found) {}

  private final EntityEvents events;

  public AssetAudit(EntityEvents events) {
    this.events = events;
  }

  /** Whether it is an account or a coupon. */
  public static boolean isAsset(String persistenceId) {
    return persistenceId.startsWith(AssetFold.ACCOUNTS)
        || persistenceId.startsWith(AssetFold.COUPONS);
  }

  /** On a connection in autocommit mode; leaves it so. */
  public List<Difference> compare(Connection db, Collection<String> persistenceIds)
      throws SQLException {
    if (persistenceIds.isEmpty()) return List.of();
    db.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
    db.setAutoCommit(false);
    try {
      // The first read makes the snapshot.
      var positions = Positions.of(db, AssetProjection.NAME);
      var found = new ArrayList<Difference>();
      for (var id : persistenceIds) {
        var life = life(db, id, positions, false);
        var differences = life.differences(db);
        if (!differences.isEmpty()) {
          found.add(new Difference(id, differences.expected(), differences.found()));
        }
      }
      return found;
    } finally {
      db.rollback();
      db.setAutoCommit(true);
      db.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
    }
  }

  /**
   * Writes its rows anew, on a connection in autocommit mode, which it leaves so. False when they
   * are right by now.
   */
  public boolean repair(Connection db, String persistenceId) throws SQLException {
    db.setAutoCommit(false);
    try {
      var first = events.next(db, persistenceId, 0, 1);
      if (first.isEmpty()) return false;
      var positions = Positions.hold(db, AssetProjection.NAME, first.get(0).slice());
      var life = life(db, persistenceId, positions, true);
      if (life.differences(db).isEmpty()) return false;
      life.write(db);
      db.commit();
      return true;
    } finally {
      db.rollback();
      db.setAutoCommit(true);
    }
  }

  // Lives.

  private Life life(Connection db, String persistenceId, Positions positions, boolean whole)
      throws SQLException {
    long last = lastSeq(db, persistenceId);
    boolean canBegin = persistenceId.startsWith(AssetFold.ACCOUNTS) && !whole;
    var life = new Life(persistenceId, canBegin ? Math.max(0, last - EVENTS) : 0);
    long ahead = life.storedSeq(db);
    long known = ahead <= last ? ahead : 0;
    while (true) {
      var page = events.next(db, persistenceId, life.seq, EVENTS);
      var handled =
          page.stream()
              .filter(
                  row -> row.ordering() <= positions.of(row.slice()) || row.sequenceNr() <= known)
              .toList();
      life.take(handled);
      if (page.size() < EVENTS || handled.size() < page.size()) return life;
    }
  }

  private static long lastSeq(Connection db, String persistenceId) throws SQLException {
    try (var query =
        db.prepareStatement(
            "SELECT COALESCE(MAX(sequence_number), 0) FROM event_journal"
                + " WHERE persistence_id = ?")) {
      query.setString(1, persistenceId);
      try (var row = query.executeQuery()) {
        row.next();
        return row.getLong(1);
      }
    }
  }

  /** What an entity's events lead to, as far as they were taken in. */
  private static final class Life {

    private final String id;
    private final boolean isAccount;
    private final long begunAt;
    private final Map<HeldAsset.Of, HeldAsset> held = new LinkedHashMap<>();
    private final Map<HeldAsset.Of, Boolean> ended = new LinkedHashMap<>();

    /** Of the last two pages, so at least as many as a comparison has read. */
    private List<AssetEntry> entries = List.of();

    private List<AssetEntry> lastEntries = List.of();
    private @Nullable AccountRow account;
    private @Nullable CouponRow coupon;
    private boolean toldOfSuspension;
    private long seq;

    /**
     * @param begunAt the events up to this one are not read
     */
    Life(String persistenceId, long begunAt) {
      this.id = persistenceId.substring(persistenceId.indexOf('|') + 1);
      this.isAccount = persistenceId.startsWith(AssetFold.ACCOUNTS);
      this.begunAt = begunAt;
      this.seq = begunAt;
      this.toldOfSuspension = begunAt == 0;
      if (begunAt > 0) {
        account = new AccountRow(AccountId.parse(id), Balance.ZERO, null, begunAt, Instant.EPOCH);
      }
    }

    void take(List<JournalRow> rows) {
      if (rows.isEmpty()) return;
      var fold =
          AssetFold.of(
              rows,
              account == null ? Map.of() : Map.of(id, account),
              coupon == null ? Map.of() : Map.of(id, coupon));
      for (var row : fold.begunAccounts()) account = row;
      for (var row : fold.movedAccounts()) account = row;
      for (var row : fold.begunCoupons()) coupon = row;
      for (var row : fold.movedCoupons()) coupon = row;
      for (var one : fold.ended()) {
        held.remove(one);
        ended.put(one, true);
      }
      for (var one : fold.held()) held.put(one.of(), one);
      for (var row : rows) toldOfSuspension |= row.event() instanceof Suspended;
      entries = Stream.concat(lastEntries.stream(), fold.entries().stream()).toList();
      lastEntries = fold.entries();
      seq = rows.get(rows.size() - 1).sequenceNr();
    }

    private boolean knowsAnything() {
      return seq > begunAt;
    }

    RowValues.Differences differences(Connection db) throws SQLException {
      var stored = stored(db); // First: it may tell what the events that were read cannot.
      return expected().differences(stored);
    }

    private RowValues expected() {
      var values = new RowValues();
      if (!knowsAnything()) return values;
      if (account != null) AssetRows.account(values, account);
      if (coupon != null) AssetRows.coupon(values, coupon);
      for (var one : held.values()) AssetRows.hold(values, one);
      for (var one : entries) AssetRows.entry(values, one);
      if (account != null && begunAt > 0) values.put(HELD, account.balance().frozen());
      return values;
    }

    long storedSeq(Connection db) throws SQLException {
      var rows = isAccount ? AssetRows.storedAccount(db, id) : AssetRows.storedCoupon(db, id);
      return rows.isEmpty() ? 0 : Long.parseLong(rows.get(0).text("last_seq"));
    }

    private RowValues stored(Connection db) throws SQLException {
      var values = new RowValues();
      if (isAccount) {
        for (var row : AssetRows.storedAccount(db, id)) AssetRows.account(values, row);
      } else {
        for (var row : AssetRows.storedCoupon(db, id)) AssetRows.coupon(values, row);
      }
      long sum = 0;
      for (var row : AssetRows.storedHolds(db, id)) {
        sum += Long.parseLong(row.text("amount"));
        if (isOfThisPart(row)) AssetRows.hold(values, row);
      }
      if (knowsAnything() && begunAt > 0) values.put(HELD, sum);
      long from = entries.isEmpty() ? 0 : entries.get(0).position();
      for (var row : AssetRows.storedEntries(db, id, from)) AssetRows.entry(values, row);
      if (!toldOfSuspension && account != null) acceptSuspension(values);
      return values;
    }

    /** An older hold's begin was not read. */
    private boolean isOfThisPart(RowValues.Read row) {
      if (begunAt == 0) return true;
      var name = AssetRows.hold(row.text("order_no"), row.text("checkout_no"));
      return held.keySet().stream().anyMatch(of -> name(of).equals(name))
          || ended.keySet().stream().anyMatch(of -> name(of).equals(name));
    }

    private static String name(HeldAsset.Of of) {
      return AssetRows.hold(of.hold().orderNo(), Integer.toString(of.hold().checkoutNo()));
    }

    /** Whether it was suspended before was not read either. */
    private void acceptSuspension(RowValues stored) {
      var row = Objects.requireNonNull(account);
      account =
          new AccountRow(
              row.id(),
              row.balance(),
              stored.get(AssetRows.SUSPENDED_BY),
              row.lastSeq(),
              row.updatedAt());
    }

    void write(Connection db) throws SQLException {
      delete(db, "asset_hold WHERE entity_id = ?", id);
      long from = entries.isEmpty() ? 0 : entries.get(0).position();
      delete(db, "asset_entry WHERE entity_id = ? AND ordering >= " + from, id);
      if (isAccount) {
        delete(db, "asset_account WHERE account_id = ?", id);
      } else {
        var key = CouponId.parse(id);
        delete(
            db,
            "coupon_view WHERE tenant_id = ? AND coupon_id = ?",
            key.tenantId(),
            key.couponId());
      }
      if (account != null) AccountTable.insert(db, List.of(account));
      if (coupon != null) CouponTable.insert(db, List.of(coupon));
      HoldTable.insert(db, held.values());
      EntryTable.insert(db, entries);
    }

    private static void delete(Connection db, String what, String... key) throws SQLException {
      try (var statement = db.prepareStatement("DELETE FROM " + what)) {
        for (int i = 0; i < key.length; i++) statement.setString(i + 1, key[i]);
        statement.executeUpdate();
      }
    }
  }
}
