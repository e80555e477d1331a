package ordinal.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.stream.Collectors;
import ordinal.faults.KillPlan.Kill;
import org.junit.jupiter.api.Test;

class KillPlanTest {

  private static final SecondsBetween BETWEEN = new SecondsBetween(2, 6);

  @Test
  void theSameSeedGivesTheSamePlan() {
    var plan = KillPlan.random(42, 50, BETWEEN, false);

    assertThat(KillPlan.random(42, 50, BETWEEN, false)).isEqualTo(plan);
    assertThat(KillPlan.random(43, 50, BETWEEN, false)).isNotEqualTo(plan);
  }

  @Test
  void sixtyInAHundredAreOfTheProgramAndTheRestOfItsServers() {
    var byTarget =
        KillPlan.random(1, 1_000, BETWEEN, false).kills().stream()
            .collect(Collectors.groupingBy(Kill::target, Collectors.counting()));

    assertThat(byTarget.get(Target.ORDINAL)).isBetween(550L, 650L);
    assertThat(byTarget.get(Target.DATABASE)).isBetween(150L, 250L);
    assertThat(byTarget.get(Target.BROKER)).isBetween(150L, 250L);
  }

  @Test
  void pausesAreWithinWhatWasAskedForUnlessAKillIsHasty() {
    var kills = KillPlan.random(1, 1_000, BETWEEN, false).kills();

    assertThat(kills).filteredOn(Kill::hasty).hasSizeBetween(150, 250);
    assertThat(kills)
        .filteredOn(kill -> !kill.hasty())
        .allSatisfy(kill -> assertThat(kill.pauseMillis()).isBetween(2_000, 6_000));
  }

  @Test
  void oneProgramThatIsAllIsKilledAsAWhole() {
    assertThat(KillPlan.random(1, 100, BETWEEN, true).kills())
        .allSatisfy(kill -> assertThat(kill.target()).isEqualTo(Target.ORDINAL));
  }

  @Test
  void aPlanCanBeGiven() {
    var targets = List.of(Target.BROKER, Target.ORDINAL);

    assertThat(KillPlan.of(1, targets, BETWEEN).kills())
        .extracting(Kill::target)
        .isEqualTo(targets);
  }

  @Test
  void wrongSecondsAreNamed() {
    for (var wrong : List.of("6..2", "2", "2-6", "a..b", "")) {
      assertThatThrownBy(() -> SecondsBetween.parse(wrong))
          .hasMessageStartingWith("--seconds-between is least..most, such as 2..6");
    }
  }
}
