package ordinal.faults;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import ordinal.faults.checker.Part;

/**
 * What a campaign does, checked.
 *
 * @param rate requests per second in all, so that two cores have something left to recover with
 * @param embedded Ordinal runs with its own servers, and is killed as a whole
 * @param parts what the checker compares
 * @param folder everything that is written goes below it
 * @param keep leaves the data where it is, also when all is well
 * @param settleLimit how long to wait at the end until everything is published
 */
record CampaignSettings(
    long seed,
    KillPlan plan,
    int connections,
    int rate,
    boolean embedded,
    Set<Part> parts,
    Path folder,
    boolean keep,
    Duration settleLimit) {

  static final int MOST_KILLS = 1_000;

  CampaignSettings {
    within("--kills", plan.kills().size(), 0, MOST_KILLS);
    within("--connections", connections, 1, 200);
    within("--rate", rate, 1, 10_000);
    parts = Set.copyOf(parts);
    folder = folder.toAbsolutePath().normalize();
    if (embedded && plan.kills().stream().anyMatch(kill -> kill.target() != Target.ORDINAL)) {
      throw new IllegalArgumentException("with --embedded only the whole program can be killed");
    }
  }

  private static void within(String option, int value, int least, int most) {
    if (value < least || value > most) {
      throw new IllegalArgumentException(option + " is " + least + " to " + most);
    }
  }
}
