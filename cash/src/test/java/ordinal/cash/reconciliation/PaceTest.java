package ordinal.cash.reconciliation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** How much of the time a run of the schedule works, on a clock that is moved. */
class PaceTest {

  static final Duration HOUR = Duration.ofHours(1);
  static final Duration LIMIT = HOUR.multipliedBy(9).dividedBy(10);

  final AtomicLong now = new AtomicLong(42);

  /** Compares so many pages of ten places; the time that it took in all. */
  private Duration run(Pace pace, int pages, Duration page) {
    long begun = now.get();
    for (int i = 1; i <= pages; i++) {
      now.addAndGet(page.toNanos());
      if (i < pages) now.addAndGet(pace.rest(page, i * 10L).toNanos());
    }
    return Duration.ofNanos(now.get() - begun);
  }

  private Pace pace(double share, int pages) {
    return new Pace(share, LIMIT, pages * 10L, now::get);
  }

  @Test
  void littleIsComparedWithTheLeastShare() {
    var took = run(pace(0.1, 100), 100, Duration.ofSeconds(1));

    assertThat(took.toSeconds()).isCloseTo(1000, within(20L));
  }

  @Test
  void whatWouldTakeTooLongRestsLessAndIsThroughInTime() {
    var took = run(pace(0.1, 1000), 1000, Duration.ofSeconds(2));

    assertThat(took).isBetween(LIMIT.minusMinutes(1), LIMIT);
  }

  @Test
  void whatBecomesSlowerIsThroughInTime() {
    var pace = pace(0.1, 1000);
    run(pace, 500, Duration.ofSeconds(1));
    for (int i = 501; i < 1000; i++) {
      now.addAndGet(Duration.ofSeconds(2).toNanos());
      now.addAndGet(pace.rest(Duration.ofSeconds(2), i * 10L).toNanos());
    }

    assertThat(Duration.ofNanos(now.get())).isLessThan(HOUR);
  }

  @Test
  void whatCannotBeThroughInTimeDoesNotRest() {
    var took = run(pace(0.1, 1000), 1000, Duration.ofSeconds(10));

    assertThat(took).isEqualTo(Duration.ofSeconds(10_000));
  }

  @Test
  void aPageThatTookLongIsNotRestedFromForLong() {
    now.addAndGet(Duration.ofMinutes(1).toNanos());

    assertThat(pace(0.01, 1000).rest(Duration.ofMinutes(1), 9990)).isEqualTo(Pace.LONGEST_REST);
  }
}
