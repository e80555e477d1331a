package ordinal.faults;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import ordinal.faults.checker.Report;

/**
 * What a campaign came to.
 *
 * @param startsUnasked how often something ended though nobody had killed it
 * @param recovered whether every kill was got over: callers served, orders published again
 */
record CampaignResult(
    long seed,
    Map<Target, Integer> kills,
    int startsUnasked,
    Load.Figures load,
    Map<Target, List<Long>> servedMillis,
    Map<Target, List<Long>> publishedMillis,
    boolean recovered,
    Report report) {

  CampaignResult {
    kills = Map.copyOf(kills);
    servedMillis = Map.copyOf(servedMillis);
    publishedMillis = Map.copyOf(publishedMillis);
  }

  /** 0 clean, 1 a kill was not got over, 3 found differences. */
  int exitCode() {
    if (!report.isClean()) return 3;
    return recovered ? 0 : 1;
  }

  int kills(Target target) {
    return kills.getOrDefault(target, 0);
  }

  String text() {
    var text = new StringBuilder();
    line(text, "seed", Long.toString(seed));
    for (var target : Target.values()) {
      line(text, "kills of " + target.label(), Integer.toString(kills(target)));
    }
    line(text, "ended by itself", Integer.toString(startsUnasked));
    line(text, "requests answered", Long.toString(load.answered()));
    line(text, "orders created", Long.toString(load.ordersCreated()));
    line(text, "tried again", Long.toString(load.triedAgain()));
    line(text, "given up at the end", Long.toString(load.givenUp()));
    line(text, "answers by status", statuses());
    times(text, "served again after", servedMillis);
    times(text, "published again after", publishedMillis);
    return text.append('\n').append(report.text()).toString();
  }

  /** Status 0 is no answer at all: refused, reset or too late. */
  private String statuses() {
    return load.byStatus().entrySet().stream()
        .sorted(Map.Entry.comparingByKey())
        .map(entry -> entry.getKey() + ": " + entry.getValue())
        .collect(Collectors.joining(", "));
  }

  private static void times(
      StringBuilder text, String what, Map<Target, List<Long>> millisByTarget) {
    for (var target : Target.values()) {
      var millis = millisByTarget.getOrDefault(target, List.of());
      if (millis.isEmpty()) continue;
      line(
          text,
          what + " " + target.label(),
          String.format(
              Locale.ROOT,
              "p50 %.2f s  max %.2f s  (%d)",
              millis.get((millis.size() - 1) / 2) / 1000.0,
              millis.get(millis.size() - 1) / 1000.0,
              millis.size()));
    }
  }

  private static void line(StringBuilder text, String name, String value) {
    text.append(String.format(Locale.ROOT, "%-32s %s%n", name, value));
  }
}
