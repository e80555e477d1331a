package ordinal.faults.checker;

import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * What was compared and what was found.
 *
 * @param counts how many of each fault; no entry means none
 * @param findings the first of each
 */
public record Report(Map<Figure, Long> figures, Map<Fault, Long> counts, List<Finding> findings) {

  /** How much of what was looked at; a figure is missing when its part was left out. */
  public enum Figure {
    ANSWERS("acknowledged answers"),
    ORDERS_ACKNOWLEDGED("orders acknowledged"),
    EVENTS("events in the journal"),
    MARKERS("markers in the journal"),
    RECORDS("records on Kafka"),
    VIEW_ROWS("rows in the views"),
    DELIVERIES("deliveries recorded");

    private final String says;

    Figure(String says) {
      this.says = says;
    }

    public String says() {
      return says;
    }
  }

  public Report {
    figures = Map.copyOf(figures);
    counts = Map.copyOf(counts);
    findings = List.copyOf(findings);
  }

  public boolean isClean() {
    return counts.isEmpty();
  }

  public long figure(Figure figure) {
    return figures.getOrDefault(figure, 0L);
  }

  public long count(Fault.Group group) {
    return counts.entrySet().stream()
        .filter(entry -> entry.getKey().group() == group)
        .mapToLong(Map.Entry::getValue)
        .sum();
  }

  /** A table for people, with what was found below it. */
  public String text() {
    var text = new StringBuilder();
    for (var figure : Figure.values()) {
      var value = figures.get(figure);
      line(text, figure.says(), value == null ? "not compared" : value.toString());
    }
    for (var group : Fault.Group.values()) {
      var name = group.name().toLowerCase(Locale.ROOT).replace('_', ' ');
      line(text, name, Long.toString(count(group)));
    }
    for (var fault : Fault.values()) {
      long count = counts.getOrDefault(fault, 0L);
      if (count == 0) continue;
      text.append('\n').append(fault).append(": ").append(fault.says());
      text.append(" (").append(count).append(")\n");
      findings.stream()
          .filter(finding -> finding.fault() == fault)
          .forEach(
              f ->
                  text.append("  ")
                      .append(f.subject())
                      .append(": ")
                      .append(f.detail())
                      .append('\n'));
      if (count > Findings.KEPT_OF_EACH) {
        text.append("  and ").append(count - Findings.KEPT_OF_EACH).append(" more\n");
      }
    }
    return text.toString();
  }

  private static void line(StringBuilder text, String name, String value) {
    text.append(String.format(Locale.ROOT, "%-28s %12s%n", name, value));
  }
}
