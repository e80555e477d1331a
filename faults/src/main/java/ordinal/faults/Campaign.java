package ordinal.faults;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.Map;
import ordinal.faults.KillPlan.Kill;
import ordinal.faults.checker.Checker;
import ordinal.faults.checker.Part;
import ordinal.faults.checker.Sources;
import org.jspecify.annotations.Nullable;

/**
 * Starts everything, puts load on it, kills as planned and starts again, waits until all has come
 * to rest, and has the checker look.
 *
 * <p>Whatever happens, what was started is ended. The data stays when it was asked for, or when
 * there is something to see in it.
 */
final class Campaign {

  /**
   * After a kill callers must be served and orders published again within this, or the campaign has
   * failed.
   */
  private static final Duration RECOVERY_LIMIT = Duration.ofSeconds(60);

  /** Programs that end by themselves are started again, as an operator would, but not for ever. */
  private static final int MOST_STARTS_UNASKED = 20;

  private final CampaignSettings settings;
  private final Progress progress;
  private final Path folder;
  private final Stage stage;
  private final Recoveries recoveries = new Recoveries();
  private final Map<Target, Integer> kills = new EnumMap<>(Target.class);
  private int startsUnasked;

  private Campaign(CampaignSettings settings, Progress progress) {
    this.settings = settings;
    this.progress = progress;
    this.folder = settings.folder().resolve("seed-" + settings.seed());
    this.stage = Stage.in(folder, settings.embedded());
  }

  static CampaignResult run(CampaignSettings settings, Progress progress)
      throws IOException, InterruptedException {
    var campaign = new Campaign(settings, progress);
    var interrupted = new Thread(campaign.stage::close, "end-campaign");
    Runtime.getRuntime().addShutdownHook(interrupted);
    boolean clean = false;
    try {
      delete(campaign.folder);
      Files.createDirectories(campaign.folder);
      var result = campaign.run();
      clean = result.exitCode() == 0;
      return result;
    } finally {
      campaign.stage.close();
      Runtime.getRuntime().removeShutdownHook(interrupted);
      if (clean && !settings.keep()) {
        delete(campaign.folder);
      } else {
        progress.say("data and logs are kept in " + campaign.folder);
      }
    }
  }

  private CampaignResult run() throws IOException, InterruptedException {
    progress.say("starting " + (settings.embedded() ? "Ordinal" : "MariaDB, Kafka and Ordinal"));
    stage.start();
    var acknowledged = folder.resolve("acknowledged.jsonl");
    try (var watch = watch()) {
      Load.Figures figures;
      boolean recovered;
      try (var log = new AcknowledgedLog(acknowledged)) {
        var load = new Load(stage.api(), log, recoveries, settings.rate());
        load.start(settings.seed(), settings.connections());
        recovered = carryOut(load);
        load.stop();
        figures = load.figures();
      }
      return conclude(stage.sources(acknowledged, settings.parts()), watch, figures, recovered);
    }
  }

  private @Nullable CommittedWatch watch() {
    if (!settings.parts().contains(Part.KAFKA)) return null;
    var watch = new CommittedWatch(stage.bootstrap(), Sources.ORDER_EVENTS, recoveries);
    watch.start();
    return watch;
  }

  /** Whether each kill was got over: callers served again, orders published again. */
  private boolean carryOut(Load load) throws InterruptedException {
    int number = 0;
    for (var kill : settings.plan().kills()) {
      if (!kill.hasty() && !isRecovered()) return false;
      supervise(Duration.ofMillis(kill.pauseMillis()));
      number++;
      progress.say(
          "kill %d of %d: %s, after %d orders"
              .formatted(
                  number,
                  settings.plan().kills().size(),
                  kill.target().label(),
                  load.figures().ordersCreated()));
      carryOut(kill);
    }
    if (!isRecovered()) return false;
    supervise(Duration.ofSeconds(2)); // So that something happens after the last one too.
    return true;
  }

  private void carryOut(Kill kill) throws InterruptedException {
    var victim = stage.victim(kill.target());
    victim.kill();
    recoveries.killed(kill.target());
    kills.merge(kill.target(), 1, Integer::sum);
    Thread.sleep(kill.downMillis());
    victim.start();
  }

  private boolean isRecovered() throws InterruptedException {
    boolean gotOver =
        Waiting.isWithin(
            RECOVERY_LIMIT,
            () -> {
              startWhatEnded();
              return isGotOver();
            });
    if (!gotOver) {
      progress.say("not got over within " + RECOVERY_LIMIT.toSeconds() + " s of the last kill");
    }
    return gotOver;
  }

  private boolean isGotOver() {
    boolean published = !settings.parts().contains(Part.KAFKA) || recoveries.isPublished();
    return kills.isEmpty() || (recoveries.isServed() && published);
  }

  private void supervise(Duration time) throws InterruptedException {
    Waiting.isWithin(
        time,
        () -> {
          startWhatEnded();
          return false;
        });
  }

  private void startWhatEnded() {
    stage
        .victims()
        .forEach(
            (target, victim) -> {
              if (victim.isAlive()) return;
              startsUnasked++;
              if (startsUnasked > MOST_STARTS_UNASKED + settings.plan().kills().size()) {
                throw new IllegalStateException(
                    target.label() + " keeps ending by itself, see " + stage.log(target.label()));
              }
              progress.say(
                  target.label() + " ended " + victim.ending() + ", not by us; starting it again");
              victim.start();
            });
  }

  private CampaignResult conclude(
      Sources sources, @Nullable CommittedWatch watch, Load.Figures figures, boolean recovered)
      throws InterruptedException {
    progress.say("waiting until all is published");
    var settling = new Settling(sources, watch);
    boolean settled = settling.isDoneWithin(settings.settleLimit(), this::startWhatEnded);
    if (!settled) {
      progress.say(
          "not all is published after %d s: %s"
              .formatted(settings.settleLimit().toSeconds(), settling.last()));
    }
    progress.say("comparing");
    return new CampaignResult(
        settings.seed(),
        kills,
        startsUnasked,
        figures,
        recoveries.servedMillis(),
        recoveries.publishedMillis(),
        recovered,
        Checker.check(sources));
  }

  /** Bounded by what is there; links are not followed. */
  private static void delete(Path folder) throws IOException {
    if (!Files.exists(folder)) return;
    try (var files = Files.walk(folder)) {
      for (var file : (Iterable<Path>) files.sorted(Comparator.reverseOrder())::iterator) {
        Files.delete(file);
      }
    }
  }
}
