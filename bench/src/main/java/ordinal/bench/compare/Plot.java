package ordinal.bench.compare;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * A plot of one figure of one measurement as SVG: its circumstances from left to right, evenly
 * spaced, a line per system, a point at the median of the rounds and a bar from the least to the
 * greatest.
 */
final class Plot {

  private static final int WIDTH = 760;
  private static final int HEIGHT = 420;
  private static final int LEFT = 80;
  private static final int RIGHT = 570;
  private static final int TOP = 50;
  private static final int BOTTOM = 360;
  private static final int TICKS = 5;
  private static final int LEGEND_STEP = 22;

  /** Told apart also by those who do not see all colours. */
  private static final List<String> COLOURS =
      List.of("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000");

  private final String title;
  private final List<String> circumstances;
  private final Map<String, Map<String, List<Double>>> series = new LinkedHashMap<>();
  private final double most;

  Plot(String title, List<Figure> figures, String measurement, String name) {
    this.title = title;
    var places = new LinkedHashSet<String>();
    double highest = 0;
    for (var figure : figures) {
      if (!figure.measurement().equals(measurement) || !figure.name().equals(name)) continue;
      places.add(figure.at());
      highest = Math.max(highest, figure.value());
      series
          .computeIfAbsent(figure.system(), system -> new LinkedHashMap<>())
          .computeIfAbsent(figure.at(), at -> new ArrayList<>())
          .add(figure.value());
    }
    circumstances = List.copyOf(places);
    most = roundUp(highest);
  }

  boolean isEmpty() {
    return series.isEmpty();
  }

  String svg() {
    var svg = new StringBuilder();
    line(
        svg,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" font-family=\"sans-serif\""
            + " font-size=\"13\">",
        WIDTH,
        HEIGHT);
    line(svg, "<rect width=\"%d\" height=\"%d\" fill=\"#ffffff\"/>", WIDTH, HEIGHT);
    line(svg, "<text x=\"%d\" y=\"28\" font-size=\"16\">%s</text>", LEFT, escape(title));
    axes(svg);
    int index = 0;
    for (var one : series.entrySet()) series(svg, one.getKey(), one.getValue(), index++);
    return svg.append("</svg>\n").toString();
  }

  private void axes(StringBuilder svg) {
    for (int i = 0; i <= TICKS; i++) {
      double value = most * i / TICKS;
      double y = y(value);
      line(
          svg,
          "<line x1=\"%d\" x2=\"%d\" y1=\"%.1f\" y2=\"%.1f\" stroke=\"#dddddd\"/>",
          LEFT,
          RIGHT,
          y,
          y);
      line(
          svg,
          "<text x=\"%d\" y=\"%.1f\" text-anchor=\"end\">%s</text>",
          LEFT - 8,
          y + 4,
          tick(value));
    }
    for (var at : circumstances) {
      line(
          svg,
          "<text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">%s</text>",
          x(at),
          BOTTOM + 24,
          escape(at));
    }
  }

  private void series(
      StringBuilder svg, String system, Map<String, List<Double>> values, int index) {
    var colour = COLOURS.get(index % COLOURS.size());
    line(
        svg,
        "<g class=\"series\" id=\"%s\" stroke=\"%s\" fill=\"%s\">",
        escape(system),
        colour,
        colour);
    var points = new StringBuilder();
    values.forEach(
        (at, ofRounds) -> {
          double x = x(at);
          double median = RatioTable.median(ofRounds).orElse(0);
          double low = ofRounds.stream().mapToDouble(Double::doubleValue).min().orElse(0);
          double high = ofRounds.stream().mapToDouble(Double::doubleValue).max().orElse(0);
          line(
              svg,
              "<line x1=\"%.1f\" x2=\"%.1f\" y1=\"%.1f\" y2=\"%.1f\" stroke-width=\"1\"/>",
              x,
              x,
              y(low),
              y(high));
          line(svg, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"4\"/>", x, y(median));
          points.append(String.format(Locale.ROOT, "%.1f,%.1f ", x, y(median)));
        });
    line(
        svg,
        "<polyline points=\"%s\" fill=\"none\" stroke-width=\"2\"/>",
        points.toString().strip());
    int y = TOP + 10 + index * LEGEND_STEP;
    line(svg, "<circle cx=\"%d\" cy=\"%d\" r=\"5\"/>", RIGHT + 30, y);
    line(
        svg,
        "<text x=\"%d\" y=\"%d\" stroke=\"none\" fill=\"#000000\">%s</text>",
        RIGHT + 42,
        y + 4,
        escape(system));
    svg.append("</g>\n");
  }

  private double x(String at) {
    double step = (RIGHT - LEFT) / (double) circumstances.size();
    return LEFT + step * (circumstances.indexOf(at) + 0.5);
  }

  private double y(double value) {
    return BOTTOM - (BOTTOM - TOP) * value / most;
  }

  private static String tick(double value) {
    return String.format(Locale.ROOT, value >= 10 || value == 0 ? "%.0f" : "%.2f", value);
  }

  /** To one digit and zeros, or half a step of it. */
  private static double roundUp(double value) {
    if (value <= 0) return 1;
    double step = Math.pow(10, Math.floor(Math.log10(value))) / 2;
    return Math.ceil(value / step) * step;
  }

  private static String escape(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace("\"", "&quot;");
  }

  private static void line(StringBuilder svg, String format, Object... values) {
    svg.append(String.format(Locale.ROOT, format, values)).append('\n');
  }
}
