package ordinal.journal;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.pekko.actor.testkit.typed.javadsl.ActorTestKit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class NewEntitiesTest {

  static final ActorTestKit ACTORS = ActorTestKit.create();
  final NewEntities entities = NewEntities.of(ACTORS.system());

  @AfterAll
  static void stop() {
    ACTORS.shutdownTestKit();
  }

  @BeforeEach
  void forget() {
    entities.take("order|1");
  }

  @Test
  void whatWasFoundIsTakenOnce() {
    entities.found("order|1");

    assertThat(entities.take("order|2")).isFalse();
    assertThat(entities.take("order|1")).isTrue();
    assertThat(entities.take("order|1")).as("a second time it has to be asked for").isFalse();
  }

  @Test
  void thoseThatNeverAskDoNotPileUp() {
    for (int i = 0; i < 3 * NewEntities.MOST; i++) entities.found("left|" + i);
    entities.found("order|1");

    assertThat(entities.size()).isLessThanOrEqualTo(NewEntities.MOST);
    assertThat(entities.take("order|1")).isTrue();
  }
}
