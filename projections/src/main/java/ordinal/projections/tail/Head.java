package ordinal.projections.tail;

import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import javax.sql.DataSource;
import ordinal.journal.StoredRow;
import ordinal.projections.tail.JournalReader.Read;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds, on one thread of its own, up to where the journal is settled, and reads every event up to
 * there once for all readers of this node.
 *
 * <p>It moves from one ordering to the next only when it knows a committed row there: an event, or
 * a marker, of which it is sure that it is on disk. Such a row stays for ever, so nothing can
 * appear where it has been.
 *
 * <p>Rows that this node has stored itself it knows without looking ({@link OwnRows}). It looks at
 * the journal when somebody else may have stored something, when its own rows have waited behind a
 * place that is not theirs, and once in every poll.
 */
final class Head implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(Head.class);
  private static final Duration LEAST_WAIT = Duration.ofMillis(1);
  private static final Duration LEAST_PAUSE = Duration.ofMillis(100);
  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(2);
  private static final Duration SAY_STALLED_AFTER = Duration.ofSeconds(5);
  private static final Duration STOP_LIMIT = Duration.ofSeconds(10);
  private static final int MOST_HOLES_AT_ONCE = 20_000;

  /** A node that starts reads what its head has passed and not saved. */
  private static final long SAVE_EVERY = 5_000;

  /** Always changes its row: a transaction that changes nothing does not wait for the disk. */
  private static final String MARK =
      """
      INSERT INTO journal_head (id, ordering, looks) VALUES (?, ?, 1)
      ON DUPLICATE KEY UPDATE ordering = VALUES(ordering), looks = looks + 1""";

  /** Above all numbers of nodes. */
  private static final long READERS = 1L << 31;

  /** The first ordering that has no row though later ones have. */
  private record Hole(long at, long lastSeen, long since) {}

  private final DataSource database;
  private final JournalReader reader;
  private final Fence fence;
  private final TailSettings settings;
  private final RecentRows recent;
  private final OwnRows own;
  private final int nodeId;
  private final Pace pace;
  private final Thread thread = new Thread(this::run, "journal-head");

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition news = lock.newCondition();
  private boolean woken;
  private boolean lookWanted = true;
  private boolean stopped;

  private volatile @Nullable Hole hole;
  private boolean saidStalled;
  private long lookedAt;
  private long gapSince;
  private boolean gap;
  private long saved;

  Head(
      DataSource database,
      JournalReader reader,
      Fence fence,
      TailSettings settings,
      RecentRows recent,
      OwnRows own,
      int nodeId) {
    this.database = database;
    this.reader = reader;
    this.fence = fence;
    this.settings = settings;
    this.recent = recent;
    this.own = own;
    this.saved = recent.head();
    this.nodeId = nodeId;
    this.pace = Pace.of(settings);
    thread.setDaemon(true);
  }

  void start() {
    thread.start();
  }

  /** This node has stored these; or something, and where is not known. */
  void committed(List<StoredRow> rows) {
    wake(rows.isEmpty() || !own.add(rows));
  }

  /** There may be new rows. Costs a lock; never waits for the database. */
  void wake() {
    wake(true);
  }

  private void wake(boolean look) {
    lock.lock();
    try {
      woken = true;
      lookWanted |= look;
      news.signal();
    } finally {
      lock.unlock();
    }
  }

  private void wantLook() {
    lock.lock();
    try {
      lookWanted = true;
    } finally {
      lock.unlock();
    }
  }

  /** For how long the same hole has kept everything behind it waiting. */
  Duration stalledFor() {
    var waiting = hole;
    return waiting == null ? Duration.ZERO : Duration.ofNanos(System.nanoTime() - waiting.since());
  }

  @Override
  public void close() {
    lock.lock();
    try {
      stopped = true;
      news.signal();
    } finally {
      lock.unlock();
    }
    try {
      thread.join(STOP_LIMIT.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void run() {
    var pause = LEAST_PAUSE;
    while (goOn()) {
      try {
        long begun = System.nanoTime();
        boolean more = step();
        pause = LEAST_PAUSE;
        if (!more) {
          await(untilNextStep());
          keepPace(begun);
        }
      } catch (SQLException | RuntimeException e) {
        LOG.warn("[JournalTail] the journal cannot be read, trying again: {}", e.toString());
        wantLook();
        await(pause);
        pause = min(pause.multipliedBy(2), LONGEST_PAUSE);
      }
    }
  }

  /** What is written meanwhile is read, and made sure of, together. */
  private void keepPace(long begun) {
    long now = System.nanoTime();
    long left = begun + pace.nanos(now) - now;
    if (left > 0) LockSupport.parkNanos(left);
  }

  /** Unless stopped, all wake-ups so far are about to be followed. */
  private boolean goOn() {
    lock.lock();
    try {
      woken = false;
      return !stopped;
    } finally {
      lock.unlock();
    }
  }

  private void await(Duration limit) {
    lock.lock();
    try {
      long left = limit.toNanos();
      while (!woken && !stopped && left > 0) left = news.awaitNanos(left);
    } catch (InterruptedException e) {
      stopped = true;
    } finally {
      lock.unlock();
    }
  }

  private Duration untilNextStep() {
    var waiting = hole;
    long since = waiting != null ? waiting.since() : gap ? gapSince : lookedAt;
    var wait = waiting != null ? settings.patience() : gap ? settings.pace() : settings.poll();
    return max(LEAST_WAIT, wait.minusNanos(System.nanoTime() - since));
  }

  /** Moves as far as it goes; whether another look now would find more. */
  private boolean step() throws SQLException {
    passOwn();
    if (lookIsDue()) {
      boolean more = look();
      if (more) wantLook();
      return more;
    }
    if (recent.head() - saved >= SAVE_EVERY) makeDurable(recent.head());
    return false;
  }

  private void passOwn() {
    var rows = own.behind(recent.head());
    if (!rows.isEmpty()) {
      pace.found(rows.size());
      recent.advance(rows, rows.get(rows.size() - 1).ordering());
      if (hole != null && recent.head() >= hole.at()) noHole();
    }
    boolean had = gap;
    gap = own.isWaiting();
    if (gap && (!had || !rows.isEmpty())) gapSince = System.nanoTime();
  }

  private boolean lookIsDue() {
    lock.lock();
    try {
      long now = System.nanoTime();
      boolean due =
          lookWanted
              || hole != null
              || now - lookedAt >= settings.poll().toNanos()
              || (gap && now - gapSince >= settings.pace().toNanos());
      if (due) lookWanted = false;
      return due;
    } finally {
      lock.unlock();
    }
  }

  /** One look at the journal; whether another one now would find more. */
  private boolean look() throws SQLException {
    lookedAt = System.nanoTime();
    var rows = reader.after(recent.head(), settings.headPage());
    int settled = settledOf(rows);
    if (settled > 0) {
      pace.found(settled);
      makeDurable(rows.get(settled - 1).ordering());
      advance(rows.subList(0, settled));
      passOwn();
    }
    if (settled == rows.size()) {
      noHole();
      return settled == settings.headPage();
    }
    var behind = rows.subList(settled, rows.size());
    // Our own rows may have led past some of them meanwhile.
    while (!behind.isEmpty() && behind.get(0).ordering() <= recent.head()) {
      behind = behind.subList(1, behind.size());
    }
    if (behind.isEmpty() || behind.get(0).ordering() == recent.head() + 1) return true;
    return settle(behind);
  }

  private int settledOf(List<Read> rows) {
    long next = recent.head() + 1;
    int settled = 0;
    while (settled < rows.size() && rows.get(settled).ordering() == next) {
      settled++;
      next++;
    }
    return settled;
  }

  private void advance(List<Read> rows) {
    var events = new ArrayList<JournalRow>(rows.size());
    for (var row : rows) {
      if (row.event() != null) events.add(row.event());
    }
    recent.advance(events, rows.get(rows.size() - 1).ordering());
  }

  /**
   * Between the head and the first of these rows there is a hole. Most close by themselves, when a
   * transaction commits a moment later; the others are fenced.
   */
  private boolean settle(List<Read> behind) throws SQLException {
    long at = recent.head() + 1;
    var known = hole;
    if (known == null || known.at() != at) {
      noHole();
      hole = new Hole(at, behind.get(behind.size() - 1).ordering(), System.nanoTime());
      return false;
    }
    var waited = stalledFor();
    if (waited.compareTo(settings.patience()) < 0) return false;
    sayStalled(known, waited);
    if (!settings.fencing()) return pass(behind.get(0).ordering());
    fence.occupy(holes(behind, known.lastSeen()));
    return true;
  }

  /** What readers that trust a clock do. Here so that a test can show what they lose. */
  private boolean pass(long next) {
    recent.advance(List.of(), next - 1);
    noHole();
    return true;
  }

  /**
   * All orderings without a row that were already passed by others when the hole was first seen.
   */
  private List<Long> holes(List<Read> behind, long lastSeen) {
    var holes = new ArrayList<Long>();
    long next = recent.head() + 1;
    for (var row : behind) {
      while (next < row.ordering() && holes.size() < MOST_HOLES_AT_ONCE) holes.add(next++);
      next = row.ordering() + 1;
      if (row.ordering() >= lastSeen || holes.size() == MOST_HOLES_AT_ONCE) break;
    }
    return holes;
  }

  private void noHole() {
    var closed = hole;
    if (closed != null && saidStalled) {
      LOG.warn("[JournalTail] ordering {} is settled after {}", closed.at(), stalledFor());
    }
    hole = null;
    saidStalled = false;
  }

  private void sayStalled(Hole known, Duration waited) {
    if (saidStalled || waited.compareTo(SAY_STALLED_AFTER) < 0) return;
    saidStalled = true;
    LOG.error(
        "[JournalTail] [ALERT] a transaction holds ordering {} open for {} s: nothing behind it"
            + " goes out until it ends",
        known.at(),
        waited.toSeconds());
  }

  /**
   * Makes sure that what was read cannot be taken back. InnoDB shows a committed row before its
   * redo is on disk: a server that dies in between comes back without it, and gives its ordering to
   * another event. The redo is one log, so our own commit, a write of at least a counter, returns
   * only when everything that we had read before it is on disk too.
   *
   * <p>What is written is also where a node that starts begins.
   */
  private void makeDurable(long ordering) throws SQLException {
    mark(nodeId, ordering);
    saved = ordering;
  }

  /**
   * The same for readers that do not go by the head. On another row than the head's: they would
   * wait for each other's disk writes.
   */
  void commitMark() throws SQLException {
    mark(nodeId | READERS, 0);
  }

  private void mark(long id, long ordering) throws SQLException {
    try (var connection = database.getConnection();
        var statement = connection.prepareStatement(MARK)) {
      statement.setLong(1, id);
      statement.setLong(2, ordering);
      statement.executeUpdate();
    }
  }

  /** Where a head of any node has been before. */
  static long saved(DataSource database) throws SQLException {
    try (var connection = database.getConnection();
        var statement = connection.createStatement();
        var rows = statement.executeQuery("SELECT MAX(ordering) FROM journal_head")) {
      return rows.next() ? rows.getLong(1) : 0;
    }
  }

  private static Duration min(Duration a, Duration b) {
    return a.compareTo(b) < 0 ? a : b;
  }

  private static Duration max(Duration a, Duration b) {
    return a.compareTo(b) > 0 ? a : b;
  }
}
