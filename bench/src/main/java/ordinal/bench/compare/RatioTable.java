package ordinal.bench.compare;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;

/**
 * Figures as a table in Markdown: a row each, a column per system. A cell is the median over the
 * rounds and its ratio to the reference, which is made within each round, since a shared machine is
 * faster in one hour than in the next; with several rounds, the least and the greatest ratio too.
 */
final class RatioTable {

  private record Row(String measurement, String at, String name) {}

  private final List<Figure> figures;
  private final String reference;

  RatioTable(List<Figure> figures, String reference) {
    this.figures = List.copyOf(figures);
    this.reference = reference;
  }

  String markdown() {
    var rows = new LinkedHashSet<Row>();
    var systems = new LinkedHashSet<String>();
    for (var figure : figures) {
      rows.add(new Row(figure.measurement(), figure.at(), figure.name()));
      systems.add(figure.system());
    }
    var table = new StringBuilder();
    table.append("| | | ").append(String.join(" | ", systems)).append(" |\n");
    table.append("|---|---|").append("---:|".repeat(systems.size())).append('\n');
    for (var row : rows) {
      var circumstances = row.at().isEmpty() ? "" : ", " + row.at();
      table.append("| ").append(row.measurement()).append(circumstances);
      table.append(" | ").append(row.name()).append(" |");
      for (var system : systems) table.append(' ').append(cell(row, system)).append(" |");
      table.append('\n');
    }
    return table.toString();
  }

  private String cell(Row row, String system) {
    var values = byRound(row, system);
    if (values.isEmpty()) return "";
    var text = number(median(values.values().stream().toList()).orElseThrow());
    if (system.equals(reference)) return text;
    var ratios = ratios(values, byRound(row, reference));
    var ratio = median(ratios);
    if (ratio.isEmpty()) return text;
    text += String.format(Locale.ROOT, " · %.2f×", ratio.getAsDouble());
    if (ratios.size() == 1) return text;
    double least = ratios.stream().mapToDouble(Double::doubleValue).min().orElseThrow();
    double most = ratios.stream().mapToDouble(Double::doubleValue).max().orElseThrow();
    return text + String.format(Locale.ROOT, " (%.2f–%.2f)", least, most);
  }

  private Map<Integer, Double> byRound(Row row, String system) {
    var values = new TreeMap<Integer, Double>();
    for (var figure : figures) {
      var of = new Row(figure.measurement(), figure.at(), figure.name());
      if (figure.system().equals(system) && of.equals(row)) {
        values.put(figure.round(), figure.value());
      }
    }
    return values;
  }

  /** Of those rounds that have both; nothing has a ratio to nothing. */
  private static List<Double> ratios(Map<Integer, Double> values, Map<Integer, Double> others) {
    var ratios = new ArrayList<Double>();
    values.forEach(
        (round, value) -> {
          var other = others.get(round);
          if (other != null && other > 0) ratios.add(value / other);
        });
    return ratios;
  }

  static OptionalDouble median(List<Double> values) {
    if (values.isEmpty()) return OptionalDouble.empty();
    var sorted = values.stream().sorted().toList();
    int middle = sorted.size() / 2;
    return OptionalDouble.of(
        sorted.size() % 2 == 1
            ? sorted.get(middle)
            : (sorted.get(middle - 1) + sorted.get(middle)) / 2);
  }

  /** Three digits say all there is to say. */
  private static String number(double value) {
    double size = Math.abs(value);
    var format = size >= 100 ? "%.0f" : size >= 10 ? "%.1f" : size >= 0.1 ? "%.2f" : "%.4f";
    return String.format(Locale.ROOT, format, value);
  }
}
