package ordinal.http.schema;

import com.fasterxml.jackson.databind.node.ObjectNode;
import org.jspecify.annotations.Nullable;

/** A whole number in a range. 1.0 and 1e0 are not whole: they are not written as one. */
public record IntegerSchema(long least, long most) implements Schema<Long> {

  private static final int MOST_DIGITS = 18;

  @Override
  public @Nullable Long check(JsonValue value, String path, Faults faults) {
    if (value instanceof JsonValue.Num number && isWhole(number.written())) {
      var written = number.written();
      // More digits than a long has are out of range, whatever they are.
      if (written.length() <= MOST_DIGITS) {
        long whole = Long.parseLong(written);
        if (whole >= least && whole <= most) return whole;
      }
    }
    faults.add(path, "must be a whole number from " + least + " to " + most);
    return null;
  }

  static boolean isWhole(String written) {
    for (int i = 0; i < written.length(); i++) {
      char c = written.charAt(i);
      boolean sign = i == 0 && c == '-' && written.length() > 1;
      if (!sign && (c < '0' || c > '9')) return false;
    }
    return !written.isEmpty();
  }

  @Override
  public ObjectNode describe(Definitions definitions) {
    return Schema.node("integer").put("minimum", least).put("maximum", most);
  }
}
