package ordinal.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.yaml.snakeyaml.Yaml;

/** The alert rules and the dashboard: whole, about metrics that exist, and tried. */
class AlertsTest {

  private static final Path CONF = Path.of("..", "conf");

  private record Rule(
      String alert, String expr, Map<String, Object> labels, Map<String, Object> annotations) {}

  private static Map<String, Object> yaml(String file) throws IOException {
    return new Yaml().load(Files.readString(CONF.resolve(file)));
  }

  @SuppressWarnings("unchecked")
  private static List<Map<String, Object>> list(Map<String, Object> in, String name) {
    return (List<Map<String, Object>>) in.getOrDefault(name, List.of());
  }

  @SuppressWarnings("unchecked")
  private static List<Rule> rules() throws IOException {
    var rules = new ArrayList<Rule>();
    for (var group : list(yaml("alerts.yml"), "groups")) {
      for (var rule : list(group, "rules")) {
        rules.add(
            new Rule(
                String.valueOf(rule.get("alert")),
                String.valueOf(rule.get("expr")),
                (Map<String, Object>) rule.getOrDefault("labels", Map.of()),
                (Map<String, Object>) rule.getOrDefault("annotations", Map.of())));
      }
    }
    return rules;
  }

  @TestFactory
  Stream<DynamicTest> everyRuleIsWholeAndAboutMetricsThatExist() throws IOException {
    return rules().stream().map(rule -> dynamicTest(rule.alert(), () -> check(rule)));
  }

  private static void check(Rule rule) {
    assertThat(rule.labels()).containsKey("severity");
    assertThat(rule.labels().get("severity")).isIn("warning", "critical");
    for (var text : List.of("summary", "description", "action")) {
      assertThat(rule.annotations()).containsKey(text);
      assertThat(String.valueOf(rule.annotations().get(text))).isNotBlank();
    }
    assertThat(KnownMetrics.all()).containsAll(KnownMetrics.in(rule.expr()));
  }

  /** The thresholds that people who ran such systems have set. */
  @Test
  void theThresholdsAreThoseOfExperience() throws IOException {
    var all = String.join("\n", rules().stream().map(Rule::expr).toList());

    assertThat(all)
        .contains(
            "max(outbox_event_pending) > 1000",
            "max(outbox_event_retrying) > 100",
            "max(outbox_event_dead) > 0",
            "max(outbox_oldest_pending_age_seconds) > 300",
            "max(dlq_messages) > 0",
            "consistency_event_missing_total[1h])) > 0",
            "consistency_event_doubled_total[1h])) > 0")
        .containsPattern("histogram_quantile\\(0\\.99, .*outbox_publish_latency.* > 0\\.5");
  }

  @Test
  void everyRuleIsTriedBothWays() throws IOException {
    Set<String> fires = new TreeSet<>();
    Set<String> isQuiet = new TreeSet<>();
    for (var test : list(yaml("alerts_test.yml"), "tests")) {
      for (var tried : list(test, "alert_rule_test")) {
        var name = String.valueOf(tried.get("alertname"));
        (list(tried, "exp_alerts").isEmpty() ? isQuiet : fires).add(name);
      }
    }

    var names = new TreeSet<>(rules().stream().map(Rule::alert).toList());
    assertThat(names).doesNotContain("null").hasSize(24);
    assertThat(fires).isEqualTo(names);
    assertThat(isQuiet).isEqualTo(names);
  }

  /** Where promtool is installed; the tests above hold everywhere. */
  @Test
  void promtoolHasNothingToComplainAbout() throws Exception {
    var promtool = onPath("promtool");
    Assumptions.assumeTrue(promtool.isPresent(), "promtool is not installed");

    assertThat(run(promtool.get(), "check", "rules", "alerts.yml")).contains("SUCCESS");
    assertThat(run(promtool.get(), "test", "rules", "alerts_test.yml")).contains("SUCCESS");
  }

  private static Optional<Path> onPath(String program) {
    return Pattern.compile(":")
        .splitAsStream(String.valueOf(System.getenv("PATH")))
        .map(folder -> Path.of(folder, program))
        .filter(Files::isExecutable)
        .findFirst();
  }

  private static String run(Path program, String... arguments) throws Exception {
    var command = new ArrayList<>(List.of(program.toString()));
    command.addAll(List.of(arguments));
    var process =
        new ProcessBuilder(command).directory(CONF.toFile()).redirectErrorStream(true).start();
    var printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(printed).isZero();
    return printed;
  }

  // The dashboard.

  private static List<JsonNode> panels() throws IOException {
    var dashboard = ApiClient.JSON.readTree(CONF.resolve("dashboards/ordinal.json").toFile());
    var panels = new ArrayList<JsonNode>();
    dashboard.path("panels").forEach(panels::add);
    return panels;
  }

  @Test
  void theDashboardShowsOnlyMetricsThatExist() throws IOException {
    var shown = new TreeSet<String>();
    for (var panel : panels()) {
      for (var target : panel.path("targets")) {
        shown.addAll(KnownMetrics.in(target.path("expr").asText()));
      }
    }

    assertThat(KnownMetrics.all()).containsAll(shown);
    assertThat(shown).containsAll(KnownMetrics.PROMISED);
  }

  @Test
  void theDashboardHasARowForEachSubjectAndNoPanelTwice() throws IOException {
    assertThat(panels().stream().filter(p -> p.path("type").asText().equals("row")))
        .extracting(panel -> panel.path("title").asText())
        .containsExactly(
            "Outbox",
            "Publish latency",
            "HTTP",
            "Projections and entities",
            "Consumers",
            "Order to cash",
            "JVM and pools");
    assertThat(panels()).extracting(panel -> panel.path("id").asInt()).doesNotHaveDuplicates();
    assertThat(panels())
        .filteredOn(panel -> !panel.path("type").asText().equals("row"))
        .allSatisfy(panel -> assertThat(panel.path("targets")).isNotEmpty());
  }

  @Test
  void namesAreFoundInExpressions() {
    assertThat(
            KnownMetrics.in(
                "histogram_quantile(0.99, sum by (le, x) (rate(a_seconds_bucket{s=~\"b_c\"}[5m])))"
                    + " / max(d) > 0.5"))
        .containsExactly("a_seconds", "d");
  }
}
