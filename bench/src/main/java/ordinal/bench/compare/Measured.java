package ordinal.bench.compare;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What is measured, in this order. */
enum Measured {
  /** Orders as fast as they are answered. */
  CREATES,
  /** The same, held back so that Kafka keeps up. */
  SUSTAINED,
  /** Orders at fixed times, and when Kafka shows them. */
  ARRIVAL,
  /** Create, read and cancel, 70 to 20 to 10. */
  MIXED,
  /** A backlog that is let go. */
  DRAIN,
  /** What orders cost in memory. */
  MEMORY,
  /** What it costs to do nothing. */
  IDLE,
  /** How long an order takes to be there again behind a restart. */
  RECOVERY,
  /** The same work with ever more orders stored. */
  GROWTH,
  /** What database and broker can do by themselves. */
  LIMIT;

  String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  static @Nullable Measured labelled(String label) {
    return Arrays.stream(values()).filter(m -> m.label().equals(label)).findFirst().orElse(null);
  }

  static String labels() {
    return Arrays.stream(values()).map(Measured::label).collect(Collectors.joining(", "));
  }
}
