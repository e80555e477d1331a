package ordinal.projections.tail;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

/** How often the head looks, by how busy the machine is and how many events come. */
class PaceTest {

  private static final Duration USUAL = Duration.ofMillis(8);
  private static final Duration BUSY = Duration.ofMillis(40);
  private static final long STEP = Duration.ofMillis(100).toNanos();

  private double load;
  private int perSecond = 5_000;
  private int samples;
  private final Pace pace = new Pace(USUAL, BUSY, this::sample, 0);
  private long now;

  private double sample() {
    samples++;
    return load;
  }

  private Duration after(int steps, double cpuLoad) {
    load = cpuLoad;
    for (int i = 0; i < steps; i++) {
      pace.found(perSecond / 10);
      pace.nanos(now += STEP);
    }
    return Duration.ofNanos(pace.nanos(now));
  }

  @Test
  void aMachineWithRoomIsLookedAtAtTheUsualPace() {
    assertThat(after(50, 0.55)).isEqualTo(USUAL);
  }

  @Test
  void aFullMachineSlowsItDownAndAnEmptyOneSpeedsItUpAgain() {
    assertThat(after(30, 1)).isEqualTo(BUSY);
    assertThat(after(30, 0.3)).isEqualTo(USUAL);
  }

  @Test
  void oneBusyMomentChangesNothing() {
    after(20, 0.3);

    assertThat(after(1, 1)).isEqualTo(USUAL);
  }

  @Test
  void inBetweenItGoesWithTheLoad() {
    assertThat(after(50, 0.75)).isBetween(Duration.ofMillis(20), Duration.ofMillis(28));
  }

  @Test
  void fewEventsDoNotWaitWhateverElseTheMachineDoes() {
    perSecond = 500;
    assertThat(after(50, 1)).isEqualTo(USUAL);

    perSecond = 1_050;
    assertThat(after(50, 1)).isBetween(Duration.ofMillis(20), Duration.ofMillis(28));
  }

  @Test
  void anUnknownLoadIsNoLoad() {
    assertThat(after(50, -1)).isEqualTo(USUAL);
  }

  @Test
  void theLoadIsAskedForTenTimesASecondAtMost() {
    for (int i = 0; i < 1_000; i++) pace.nanos(now += Duration.ofMillis(1).toNanos());

    assertThat(samples).isEqualTo(10);
  }

  @Test
  void aBusyPaceBelowTheUsualOneIsTheUsualOne() {
    var odd = new Pace(BUSY, USUAL, () -> 1, 0);

    for (int i = 1; i < 50; i++) {
      odd.found(500);
      odd.nanos(i * STEP);
    }

    assertThat(odd.nanos(50 * STEP)).isEqualTo(BUSY.toNanos());
  }
}
