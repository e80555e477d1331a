package ordinal.faults;

import java.util.Locale;

/** What a campaign kills. */
enum Target {
  ORDINAL,
  DATABASE,
  BROKER;

  String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** By its label, as people write it. */
  static Target of(String label) {
    for (var target : values()) {
      if (target.label().equals(label)) return target;
    }
    throw new IllegalArgumentException(
        "--plan names what to kill: ordinal, database or broker, not " + label);
  }
}
