package ordinal.bench.peer;

import java.time.Duration;
import java.util.Arrays;

/** The peers there are, with the settings that tell them apart. */
public enum PeerForm {
  /** As the outbox is usually written down: a poll a second, one event after the other. */
  CLASSIC_1S("classic-1s", Duration.ofSeconds(1)),

  /** The same tables with a relay that was given thought. */
  CLASSIC_50MS("classic-50ms", Duration.ofMillis(50)),

  /** The same with the shortest poll that does not load the database by itself. */
  CLASSIC_10MS("classic-10ms", Duration.ofMillis(10)),

  /** The same order tables with transaction-outbox in place of a relay of one's own. */
  LIBRARY("library", Duration.ofMillis(500)),

  /**
   * The same order tables with Spring Modulith's event publication; it is started by a main class
   * of its own, on a class path of its own.
   */
  MODULITH("modulith", Duration.ofMillis(500));

  private final String label;
  private final Duration interval;

  PeerForm(String label, Duration interval) {
    this.label = label;
    this.interval = interval;
  }

  public String label() {
    return label;
  }

  /** How long the relay rests when there was nothing, or a library between two looks. */
  public Duration interval() {
    return interval;
  }

  static PeerForm labelled(String label) {
    return Arrays.stream(values())
        .filter(form -> form.label.equals(label))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("there is no peer " + label));
  }
}
