package ordinal.faults;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class RecoveriesTest {

  private final Recoveries recoveries = new Recoveries();

  @Test
  void anAnswerToAnEarlierRequestIsNoRecovery() {
    long before = System.nanoTime();
    recoveries.killed(Target.DATABASE);

    recoveries.answered(before);
    assertThat(recoveries.isServed()).isFalse();

    recoveries.answered(System.nanoTime());
    assertThat(recoveries.isServed()).isTrue();
    assertThat(recoveries.servedMillis()).containsOnlyKeys(Target.DATABASE);
  }

  @Test
  void onlyTheFirstAnswerAfterAKillCounts() {
    recoveries.killed(Target.ORDINAL);

    recoveries.answered(System.nanoTime());
    recoveries.answered(System.nanoTime());

    assertThat(recoveries.servedMillis().get(Target.ORDINAL)).hasSize(1);
  }

  @Test
  void anOrderOfBeforeTheKillShowsNothing() {
    recoveries.created("old", System.nanoTime());
    recoveries.killed(Target.BROKER);

    recoveries.published("old");

    assertThat(recoveries.isPublished()).isFalse();
  }

  @Test
  void anOrderOfAfterTheKillIsPublishedWhicheverIsSeenFirst() {
    recoveries.killed(Target.BROKER);
    recoveries.created("a", System.nanoTime());
    recoveries.published("b");
    assertThat(recoveries.isPublished()).isFalse();
    recoveries.published("a");
    assertThat(recoveries.isPublished()).isTrue();

    recoveries.killed(Target.ORDINAL);
    recoveries.published("c");
    recoveries.created("c", System.nanoTime());
    assertThat(recoveries.isPublished()).isTrue();
  }

  @Test
  void aKillThatWasNotGotOverIsNotCounted() {
    recoveries.killed(Target.DATABASE);
    recoveries.killed(Target.ORDINAL);

    recoveries.answered(System.nanoTime());

    assertThat(recoveries.servedMillis()).containsOnlyKeys(Target.ORDINAL);
    assertThat(recoveries.publishedMillis()).isEqualTo(Map.of());
  }
}
