package ordinal.http.serving;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.bucket4j.TimeMeter;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class RateLimiterTest {

  private final AtomicInteger nodes = new AtomicInteger(1);
  private final AtomicLong nanos = new AtomicLong();
  private final TimeMeter time =
      new TimeMeter() {
        @Override
        public long currentTimeNanos() {
          return nanos.get();
        }

        @Override
        public boolean isWallClockBased() {
          return false;
        }
      };

  private RateLimiter limiter(long capacity, long perSecond, long buckets) {
    var settings = new RateLimiter.Settings(capacity, perSecond, buckets, Duration.ofMinutes(10));
    return new RateLimiter(settings, nodes::get, time);
  }

  private static int allowed(RateLimiter limiter, String operation, String caller, int tries) {
    int allowed = 0;
    for (int i = 0; i < tries; i++) {
      if (limiter.take(operation, caller).allowed()) allowed++;
    }
    return allowed;
  }

  private void pass(Duration duration) {
    nanos.addAndGet(duration.toNanos());
  }

  @Test
  void aBucketHoldsItsCapacityAndFillsWithTime() {
    var limiter = limiter(200, 200, 100);

    assertThat(allowed(limiter, "op", "a", 300)).isEqualTo(200);
    pass(Duration.ofMillis(500));
    assertThat(allowed(limiter, "op", "a", 300)).isEqualTo(100);
    pass(Duration.ofHours(1));
    assertThat(allowed(limiter, "op", "a", 300)).isEqualTo(200);
  }

  @Test
  void callersAndOperationsDoNotShare() {
    var limiter = limiter(2, 1, 100);

    assertThat(allowed(limiter, "op", "a", 3)).isEqualTo(2);
    assertThat(allowed(limiter, "op", "b", 3)).isEqualTo(2);
    assertThat(allowed(limiter, "other", "a", 3)).isEqualTo(2);
  }

  @Test
  void aVerdictSaysHowLongToWait() {
    var limiter = limiter(10, 2, 100);
    assertThat(allowed(limiter, "op", "a", 10)).isEqualTo(10);

    var refused = limiter.take("op", "a");

    assertThat(refused.allowed()).isFalse();
    assertThat(refused.remaining()).isZero();
    assertThat(refused.retrySeconds()).isEqualTo(1);
    assertThat(refused.secondsToFull()).isEqualTo(5);
    assertThat(refused.policy().windowSeconds()).isEqualTo(5);
  }

  @Test
  void nodesShareTheLimitAndBucketsFollowTheirNumber() {
    var limiter = limiter(200, 200, 100);
    assertThat(allowed(limiter, "op", "a", 50)).isEqualTo(50);

    nodes.set(2);

    assertThat(limiter.take("op", "a").policy().capacity()).isEqualTo(100);
    assertThat(allowed(limiter, "op", "a", 200)).isLessThanOrEqualTo(75);
    pass(Duration.ofSeconds(10));
    assertThat(allowed(limiter, "op", "a", 300)).isEqualTo(100);
    nodes.set(1);
    pass(Duration.ofSeconds(10));
    assertThat(limiter.take("op", "a").policy().capacity()).isEqualTo(200);
    pass(Duration.ofSeconds(10));
    assertThat(allowed(limiter, "op", "a", 300)).isEqualTo(200);
  }

  @Test
  void everyNodeAllowsAtLeastOne() {
    nodes.set(50);

    assertThat(allowed(limiter(3, 3, 100), "op", "a", 5)).isEqualTo(1);
  }

  @Test
  void thereAreNeverMoreBucketsThanAllowed() {
    var limiter = limiter(1, 1, 50);

    for (int i = 0; i < 5_000; i++) limiter.take("op", "caller-" + i);

    assertThat(limiter.buckets()).isLessThanOrEqualTo(50);
  }

  @Test
  void zeroTurnsItOffAndLessIsRefused() {
    assertThat(new RateLimiter.Settings(0, 200, 1, Duration.ofMinutes(1)).isOff()).isTrue();
    assertThat(new RateLimiter.Settings(200, 0, 1, Duration.ofMinutes(1)).isOff()).isTrue();
    assertThatThrownBy(() -> new RateLimiter.Settings(-1, 1, 1, Duration.ofMinutes(1)))
        .hasMessageContaining("negative");
  }
}
