package ordinal.faults;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** What is killed and when, decided before anything starts: the same seed gives the same plan. */
record KillPlan(List<Kill> kills) {

  /** Ordinal, database, broker: how many of a hundred kills go to each. */
  private static final int ORDINALS_SHARE = 60;

  private static final int DATABASES_SHARE = 20;

  /** One in so many does not wait until the one before is got over. */
  private static final int HASTY = 5;

  private static final int HASTY_WITHIN_MILLIS = 2_000;
  private static final int LONGEST_DOWN_MILLIS = 3_000;

  /**
   * One kill.
   *
   * @param pauseMillis how long after the last one, or after that was got over
   * @param hasty comes while the last one may not be got over
   * @param downMillis how long a server stays down before it is started again
   */
  record Kill(Target target, int pauseMillis, boolean hasty, int downMillis) {}

  KillPlan {
    kills = List.copyOf(kills);
  }

  /**
   * So many kills of what the random numbers say.
   *
   * @param wholeOnly everything is one program, so there is nothing else to kill
   */
  static KillPlan random(long seed, int kills, SecondsBetween between, boolean wholeOnly) {
    var random = new Random(seed);
    var plan = new ArrayList<Kill>();
    for (int i = 0; i < kills; i++) {
      var target = wholeOnly ? Target.ORDINAL : target(random.nextInt(100));
      boolean hasty = random.nextInt(HASTY) == 0 && i > 0;
      plan.add(kill(random, target, hasty, between));
    }
    return new KillPlan(plan);
  }

  /** These, one after the other; only the moments are random. */
  static KillPlan of(long seed, List<Target> targets, SecondsBetween between) {
    var random = new Random(seed);
    return new KillPlan(targets.stream().map(t -> kill(random, t, false, between)).toList());
  }

  private static Target target(int choice) {
    if (choice < ORDINALS_SHARE) return Target.ORDINAL;
    return choice < ORDINALS_SHARE + DATABASES_SHARE ? Target.DATABASE : Target.BROKER;
  }

  private static Kill kill(Random random, Target target, boolean hasty, SecondsBetween between) {
    int pause =
        hasty
            ? random.nextInt(HASTY_WITHIN_MILLIS)
            : between.least() * 1000
                + random.nextInt((between.most() - between.least()) * 1000 + 1);
    int down = random.nextInt(LONGEST_DOWN_MILLIS);
    return new Kill(target, pause, hasty, target == Target.ORDINAL ? 0 : down);
  }
}
