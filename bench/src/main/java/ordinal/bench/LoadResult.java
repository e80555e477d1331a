package ordinal.bench;

import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.HdrHistogram.Histogram;

/** What came back: latencies of the measured time, and counts by status. */
public final class LoadResult {

  static final int CREATED = 201;
  private static final int OK = 200;

  private static final long MAX_MICROS = TimeUnit.MINUTES.toMicros(2);

  private final Histogram latencyMicros = new Histogram(1, MAX_MICROS, 3);
  private final Map<Integer, Long> measured = new TreeMap<>();
  private long createdInAll;
  private long answeredInAll;
  private long lost;
  private long unanswered;
  private long connectionsGone;
  private double seconds;
  private double cpuSeconds;

  void answered(int status, long nanos, boolean counts) {
    answeredInAll++;
    createdInAll += status == CREATED ? 1 : 0;
    if (counts) {
      measured.merge(status, 1L, Long::sum);
      if (status == CREATED || status == OK) {
        long micros = TimeUnit.NANOSECONDS.toMicros(nanos);
        latencyMicros.recordValue(Math.max(1, Math.min(MAX_MICROS, micros)));
      }
    }
  }

  void lose() {
    lost++;
  }

  void connectionGone() {
    connectionsGone++;
  }

  void unanswered(long requests) {
    unanswered += requests;
  }

  void took(double measuredSeconds, double cpu) {
    seconds = measuredSeconds;
    cpuSeconds = cpu;
  }

  void add(LoadResult other) {
    latencyMicros.add(other.latencyMicros);
    other.measured.forEach((status, count) -> measured.merge(status, count, Long::sum));
    createdInAll += other.createdInAll;
    answeredInAll += other.answeredInAll;
    lost += other.lost;
    unanswered += other.unanswered;
    connectionsGone += other.connectionsGone;
  }

  public long lost() {
    return lost;
  }

  /** Warm-up included, for the database counted those too. */
  public long createdInAll() {
    return createdInAll;
  }

  long answeredInAll() {
    return answeredInAll;
  }

  public Map<Integer, Long> measuredByStatus() {
    return Map.copyOf(measured);
  }

  public double ordersPerSecond() {
    return measured.getOrDefault(CREATED, 0L) / seconds;
  }

  double answersPerSecond() {
    return measured.values().stream().mapToLong(Long::longValue).sum() / seconds;
  }

  /** Those that were fulfilled, whatever they asked for. */
  public double requestsPerSecond() {
    return (measured.getOrDefault(CREATED, 0L) + measured.getOrDefault(OK, 0L)) / seconds;
  }

  /** Of all that were answered, while it counted. */
  public double shareRefused() {
    long all = measured.values().stream().mapToLong(Long::longValue).sum();
    long fulfilled = measured.getOrDefault(CREATED, 0L) + measured.getOrDefault(OK, 0L);
    return all == 0 ? 0 : (all - fulfilled) / (double) all;
  }

  public double measuredSeconds() {
    return seconds;
  }

  String report() {
    var report = new StringBuilder();
    line(report, "orders/s", "%.1f", ordersPerSecond());
    line(
        report,
        "latency ms",
        "p50 %.2f  p99 %.2f  p99.9 %.2f  max %.2f",
        millisAt(50),
        millisAt(99),
        millisAt(99.9),
        latencyMicros.getMaxValue() / 1000.0);
    line(report, "created", "%d", measured.getOrDefault(CREATED, 0L));
    line(report, "not created", "%s", otherStatuses());
    line(report, "no answer", "%d lost, %d unanswered at the end", lost, unanswered);
    if (connectionsGone > 0) {
      line(report, "connections", "%d could not be opened again", connectionsGone);
    }
    line(report, "own cpu", "%.2f s in %.1f s", cpuSeconds, seconds);
    return report.toString();
  }

  public double millisAt(double percentile) {
    return latencyMicros.getValueAtPercentile(percentile) / 1000.0;
  }

  private String otherStatuses() {
    var others =
        measured.entrySet().stream()
            .filter(entry -> entry.getKey() != CREATED)
            .map(entry -> entry.getKey() + ": " + entry.getValue())
            .collect(Collectors.joining(", "));
    return others.isEmpty() ? "none" : others;
  }

  static void line(StringBuilder report, String name, String format, Object... values) {
    report.append(String.format(Locale.ROOT, "%-12s ", name));
    report.append(String.format(Locale.ROOT, format, values)).append('\n');
  }
}
