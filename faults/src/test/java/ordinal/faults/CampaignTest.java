package ordinal.faults;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import ordinal.faults.checker.Part;
import ordinal.faults.checker.Report;
import org.junit.jupiter.api.Test;

/** The real thing, short: program, database and broker are killed once each, under load. */
class CampaignTest {

  private static final long SEED = 3;

  @Test
  void nothingIsLostDoubledOrOutOfOrderWhateverIsKilled() throws Exception {
    var targets = List.of(Target.ORDINAL, Target.DATABASE, Target.BROKER);
    var settings =
        new CampaignSettings(
            SEED,
            KillPlan.of(SEED, targets, new SecondsBetween(1, 2)),
            10,
            200,
            false,
            EnumSet.allOf(Part.class),
            Path.of(System.getProperty("ordinal.test.dir")).resolve("campaign"),
            false,
            Duration.ofSeconds(60));
    var said = new ByteArrayOutputStream();

    var progress = new Progress(new PrintStream(said, true, StandardCharsets.UTF_8), false);
    var result = Campaign.run(settings, progress);

    var all = said.toString(StandardCharsets.UTF_8) + result.text();
    assertThat(result.report().findings()).as(all).isEmpty();
    assertThat(result.exitCode()).as(all).isZero();
    assertThat(result.report().figure(Report.Figure.ORDERS_ACKNOWLEDGED))
        .as(all)
        .isGreaterThan(100);
    assertThat(result.report().figure(Report.Figure.RECORDS))
        .as(all)
        .isEqualTo(result.report().figure(Report.Figure.EVENTS));
    for (var target : targets) {
      assertThat(result.kills(target)).as(all).isEqualTo(1);
      assertThat(result.servedMillis()).as(all).containsKey(target);
    }
  }
}
