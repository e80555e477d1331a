package ordinal.faults;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * How long after each kill callers were served again, and events were on Kafka again.
 *
 * <p>Served: until a request that was sent after the kill had an effect. Published: until an order
 * that was created by such a request is seen by a consumer of committed records. A kill that comes
 * before the one before is got over takes its place, and that one is not counted.
 */
final class Recoveries {

  /** Bounds what is remembered while nothing is published. */
  private static final int MOST_AWAITED = 20_000;

  private final Map<Target, List<Long>> servedMillis = new EnumMap<>(Target.class);
  private final Map<Target, List<Long>> publishedMillis = new EnumMap<>(Target.class);
  private final Set<String> created = new HashSet<>();
  private final Set<String> published = new HashSet<>();
  private Target target = Target.ORDINAL;
  private long killedAt;
  private boolean servedPending;
  private boolean publishedPending;

  synchronized void killed(Target what) {
    target = what;
    killedAt = System.nanoTime();
    servedPending = true;
    publishedPending = true;
    created.clear();
    published.clear();
  }

  synchronized void answered(long sentAt) {
    if (!servedPending || sentAt - killedAt < 0) return;
    servedPending = false;
    servedMillis.computeIfAbsent(target, t -> new ArrayList<>()).add(sinceKill());
  }

  synchronized void created(String orderNo, long sentAt) {
    if (publishedPending && sentAt - killedAt >= 0) meet(orderNo, created, published);
  }

  synchronized void published(String orderNo) {
    if (publishedPending) meet(orderNo, published, created);
  }

  /** An order may be seen on Kafka before its caller has the answer in hand, or after. */
  private void meet(String orderNo, Set<String> mine, Set<String> others) {
    if (!others.contains(orderNo)) {
      if (mine.size() < MOST_AWAITED) mine.add(orderNo);
      return;
    }
    publishedPending = false;
    mine.clear();
    others.clear();
    publishedMillis.computeIfAbsent(target, t -> new ArrayList<>()).add(sinceKill());
  }

  private long sinceKill() {
    return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - killedAt);
  }

  synchronized boolean isServed() {
    return !servedPending;
  }

  synchronized boolean isPublished() {
    return !publishedPending;
  }

  synchronized Map<Target, List<Long>> servedMillis() {
    return copy(servedMillis);
  }

  synchronized Map<Target, List<Long>> publishedMillis() {
    return copy(publishedMillis);
  }

  private static Map<Target, List<Long>> copy(Map<Target, List<Long>> all) {
    var copy = new EnumMap<Target, List<Long>>(Target.class);
    all.forEach((target, millis) -> copy.put(target, millis.stream().sorted().toList()));
    return copy;
  }
}
