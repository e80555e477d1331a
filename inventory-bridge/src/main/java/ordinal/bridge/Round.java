package ordinal.bridge;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import ordinal.bridge.ConsumeLog.Entry;
import ordinal.bridge.Consumers.Status;
import ordinal.bridge.ParkedMessages.Parking;
import ordinal.bridge.Received.Due;
import ordinal.bridge.Received.Origin;

/** What the messages of one batch lead to in the tables. */
final class Round {

  final Instant now;
  final List<Entry> log = new ArrayList<>();
  final List<Parking> parked = new ArrayList<>();
  final List<Handled> unparked = new ArrayList<>();
  final List<Handled> dead = new ArrayList<>();
  final List<Handled> revived = new ArrayList<>();

  private final List<Duration> retryAfter;

  Round(Instant now, List<Duration> retryAfter) {
    this.now = now;
    this.retryAfter = retryAfter;
  }

  void add(Handled handled) {
    var outcome = handled.outcome();
    boolean isNew = handled.received().origin() == Origin.NEW;
    if (outcome instanceof Outcome.Skipped && isNew) return;
    if (outcome == null) {
      park(handled, new Due(0, null));
    } else if (outcome instanceof Outcome.MayPass) {
      var wait = retryAfter.get(handled.attempts() - 1);
      park(handled, new Due(handled.attempts(), now.plus(wait)));
    } else if (outcome instanceof Outcome.CannotPass) {
      log.add(new Entry(handled, Status.FAILED));
      dead.add(handled);
      if (handled.received().origin() == Origin.PARKED) unparked.add(handled);
    } else {
      boolean isDone = outcome instanceof Outcome.Done;
      log.add(new Entry(handled, isDone ? Status.SUCCESS : Status.IGNORED));
      if (handled.received().origin() == Origin.PARKED) unparked.add(handled);
      if (handled.received().origin() == Origin.REPLAYED) revived.add(handled);
    }
  }

  private void park(Handled handled, Due due) {
    parked.add(new Parking(handled, due));
    log.add(new Entry(handled, Status.PROCESSING));
  }

  boolean changesLanes() {
    return !parked.isEmpty() || !unparked.isEmpty();
  }

  /** Those that died for the first time: a replay does not send them again. */
  List<Handled> newlyDead() {
    return dead.stream().filter(one -> one.received().origin() != Origin.REPLAYED).toList();
  }

  void write(Connection db, ParkedMessages parking, DeadMessages letters, ConsumeLog consumeLog)
      throws SQLException {
    parking.remove(db, unparked);
    parking.park(db, parked);
    letters.bury(db, dead, now);
    letters.handled(db, revived, now);
    consumeLog.write(db, log, now);
  }
}
