package ordinal.projections.operation;

import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The outbox as the database had it at one moment.
 *
 * @param oldestPendingMillis when the oldest pending event was stored, or null when none is pending
 * @param lagByProjection events stored and not yet handled, for each projection that was asked for
 */
record OutboxReading(
    long retrying,
    int retryingSlices,
    long dead,
    @Nullable Long oldestPendingMillis,
    TreeMap<Integer, Long> lagBySlice,
    Map<String, Long> lagByProjection) {

  static final OutboxReading NONE = new OutboxReading(0, 0, 0, null, new TreeMap<>(), Map.of());

  long pending() {
    long sum = 0;
    for (long lag : lagBySlice.values()) sum += lag;
    return sum;
  }

  /** Nothing is behind: as long as the journal does not grow, no number here grows. */
  boolean isQuiet() {
    return pending() == 0 && lagByProjection.values().stream().allMatch(lag -> lag == 0);
  }

  double oldestPendingAgeSeconds(long nowMillis) {
    var oldest = oldestPendingMillis;
    // Another node's clock may be ahead of ours.
    return oldest == null ? 0 : Math.max(0, nowMillis - oldest) / 1000.0;
  }

  Outbox.Status status(long nowMillis) {
    return new Outbox.Status(
        pending(), retrying, dead, oldestPendingAgeSeconds(nowMillis), new TreeMap<>(lagBySlice));
  }
}
