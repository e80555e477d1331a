package ordinal.journal;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.pekko.actor.testkit.typed.javadsl.ActorTestKit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class KnownHighestTest {

  static final ActorTestKit ACTORS = ActorTestKit.create();
  final KnownHighest known = KnownHighest.of(ACTORS.system());

  @AfterAll
  static void stop() {
    ACTORS.shutdownTestKit();
  }

  @BeforeEach
  void forget() {
    known.take("order|1");
  }

  @Test
  void whatWasFoundIsTakenOnce() {
    known.found("order|1", 7);

    assertThat(known.take("order|2")).isNull();
    assertThat(known.take("order|1")).isEqualTo(7);
    assertThat(known.take("order|1")).as("a second time it has to be asked for").isNull();
  }

  @Test
  void thoseThatNeverAskDoNotPileUp() {
    for (int i = 0; i < 3 * KnownHighest.MOST; i++) known.found("left|" + i, 0);
    known.found("order|1", 0);

    assertThat(known.size()).isLessThanOrEqualTo(KnownHighest.MOST);
    assertThat(known.take("order|1")).isZero();
  }
}
