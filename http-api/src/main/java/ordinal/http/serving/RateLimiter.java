package ordinal.http.serving;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.github.bucket4j.Bandwidth;
import io.github.bucket4j.Bucket;
import io.github.bucket4j.BucketConfiguration;
import io.github.bucket4j.TimeMeter;
import io.github.bucket4j.TokensInheritanceStrategy;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.IntSupplier;

/**
 * One token bucket for every operation and caller.
 *
 * <p>The limit is the whole cluster's, and nodes do not talk to each other about it: each has its
 * share, so a caller that spreads its requests gets the whole and one that stays on a node gets a
 * share. What we tell callers is the share: that is what they can rely on. When the number of nodes
 * changes, a bucket changes with its next request and keeps the part it was filled to.
 *
 * <p>The number of buckets is bounded. One that is pushed out comes back full: with more callers
 * than that, limits get looser, and memory does not grow.
 */
public final class RateLimiter {

  /**
   * The limit of one caller at one operation.
   *
   * @param capacity how many requests may come at once; 0 turns limits off
   * @param perSecond how many come back in a second
   * @param mostBuckets how many buckets are kept
   * @param forgottenAfter how long a bucket is kept that nobody uses
   */
  public record Settings(long capacity, long perSecond, long mostBuckets, Duration forgottenAfter) {
    public Settings {
      if (capacity < 0 || perSecond < 0) {
        throw new IllegalArgumentException("a rate limit must not be negative");
      }
    }

    public boolean isOff() {
      return capacity == 0 || perSecond == 0;
    }
  }

  /**
   * Whether a request may come in, and what to tell its caller.
   *
   * @param policy the share that holds now
   * @param remaining how many requests may come right now
   * @param secondsToFull how long until all may
   * @param retrySeconds how long until the next may, at least 1; only when this one may not
   */
  public record Verdict(
      boolean allowed, Share policy, long remaining, long secondsToFull, long retrySeconds) {}

  /** What one node allows one caller. */
  public record Share(int nodes, long capacity, long perSecond) {
    static Share of(Settings settings, int nodes) {
      int parts = Math.max(1, nodes);
      return new Share(
          parts,
          Math.max(1, settings.capacity() / parts),
          Math.max(1, settings.perSecond() / parts));
    }

    /** The seconds in which an empty bucket fills. */
    public long windowSeconds() {
      return Math.max(1, (capacity + perSecond - 1) / perSecond);
    }

    private BucketConfiguration configuration() {
      return BucketConfiguration.builder().addLimit(bandwidth()).build();
    }

    private Bandwidth bandwidth() {
      return Bandwidth.builder()
          .capacity(capacity)
          .refillGreedy(perSecond, Duration.ofSeconds(1))
          .build();
    }
  }

  private record Key(String operationId, String caller) {}

  private static final class Slot {
    private final Bucket bucket;
    private volatile Share share;

    private Slot(Bucket bucket, Share share) {
      this.bucket = bucket;
      this.share = share;
    }
  }

  private final Settings settings;
  private final IntSupplier nodes;
  private final TimeMeter time;
  private final Cache<Key, Slot> slots;
  private volatile Share share;

  public RateLimiter(Settings settings, IntSupplier nodes, TimeMeter time) {
    this.settings = settings;
    this.nodes = nodes;
    this.time = time;
    this.share = Share.of(settings, nodes.getAsInt());
    this.slots =
        Caffeine.newBuilder()
            .maximumSize(settings.mostBuckets())
            .expireAfterAccess(settings.forgottenAfter())
            .ticker(time::currentTimeNanos)
            .executor(Runnable::run)
            .build();
  }

  public Verdict take(String operationId, String caller) {
    var now = currentShare();
    var slot = slots.get(new Key(operationId, caller), key -> new Slot(bucket(now), now));
    if (!slot.share.equals(now)) adapt(slot, now);
    var probe = slot.bucket.tryConsumeAndReturnRemaining(1);
    return new Verdict(
        probe.isConsumed(),
        now,
        probe.getRemainingTokens(),
        seconds(probe.getNanosToWaitForReset()),
        Math.max(1, seconds(probe.getNanosToWaitForRefill())));
  }

  /** How many buckets there are now. */
  long buckets() {
    slots.cleanUp();
    return slots.estimatedSize();
  }

  private Share currentShare() {
    int count = Math.max(1, nodes.getAsInt());
    if (share.nodes() != count) share = Share.of(settings, count);
    return share;
  }

  private Bucket bucket(Share now) {
    return Bucket.builder().addLimit(now.bandwidth()).withCustomTimePrecision(time).build();
  }

  private static void adapt(Slot slot, Share now) {
    synchronized (slot) {
      if (slot.share.equals(now)) return;
      slot.bucket.replaceConfiguration(
          now.configuration(), TokensInheritanceStrategy.PROPORTIONALLY);
      slot.share = now;
    }
  }

  private static long seconds(long nanos) {
    long second = TimeUnit.SECONDS.toNanos(1);
    return (nanos + second - 1) / second;
  }
}
