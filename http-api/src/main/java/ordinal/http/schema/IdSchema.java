package ordinal.http.schema;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import ordinal.kernel.Ids;
import org.jspecify.annotations.Nullable;

/**
 * An id that a caller chose.
 *
 * @param orNumber whether it may also come as a whole number, which stands for its digits
 */
public record IdSchema(boolean orNumber) implements Schema<String> {

  private static final String RULE = "must be 1 to 64 characters of A-Z a-z 0-9 . _ : -";

  public static IdSchema id() {
    return new IdSchema(false);
  }

  public static IdSchema idOrNumber() {
    return new IdSchema(true);
  }

  @Override
  public @Nullable String check(JsonValue value, String path, Faults faults) {
    if (value instanceof JsonValue.Text text && Ids.isId(text.value())) return text.value();
    if (orNumber && value instanceof JsonValue.Num number && isDigits(number.written())) {
      return number.written();
    }
    faults.add(path, orNumber ? RULE + ", or a whole number that is not negative" : RULE);
    return null;
  }

  /** JSON knows no leading zeros, so the same number always has the same digits. */
  private static boolean isDigits(String written) {
    return written.charAt(0) != '-' && Ids.isId(written) && IntegerSchema.isWhole(written);
  }

  @Override
  public ObjectNode describe(Definitions definitions) {
    var node = Schema.node("string");
    if (orNumber) {
      node.set("type", JsonNodeFactory.instance.arrayNode().add("string").add("integer"));
      node.put("minimum", 0);
    }
    return node.put("pattern", "^" + Ids.PATTERN + "$").put("minLength", 1).put("maxLength", 64);
  }
}
