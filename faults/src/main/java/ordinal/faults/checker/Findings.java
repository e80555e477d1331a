package ordinal.faults.checker;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** Collects what was found: all is counted, and of each kind the first few are kept. */
final class Findings {

  static final int KEPT_OF_EACH = 20;

  private final Map<Fault, Long> counts = new EnumMap<>(Fault.class);
  private final List<Finding> kept = new ArrayList<>();

  void add(Fault fault, String subject, String detail) {
    long count = counts.merge(fault, 1L, Long::sum);
    if (count <= KEPT_OF_EACH) kept.add(new Finding(fault, subject, detail));
  }

  Map<Fault, Long> counts() {
    return Map.copyOf(counts);
  }

  List<Finding> kept() {
    return List.copyOf(kept);
  }
}
