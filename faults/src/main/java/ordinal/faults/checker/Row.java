package ordinal.faults.checker;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One row of a view, each value as the text that the database gives for it. */
final class Row {

  /** How no value is written. */
  private static final String NOTHING = "(null)";

  private final List<String> values;

  Row(int columns) {
    values = new ArrayList<>(columns);
  }

  Row add(@Nullable String value) {
    values.add(value == null ? NOTHING : value);
    return this;
  }

  Row add(long value) {
    values.add(Long.toString(value));
    return this;
  }

  List<String> values() {
    return values;
  }
}
