package ordinal.http.schema;

import com.fasterxml.jackson.databind.node.ObjectNode;
import org.jspecify.annotations.Nullable;

/**
 * Text that only answers carry, so it is described and never checked.
 *
 * @param format a format of JSON Schema, or null for none
 */
public record AnswerText(@Nullable String format) implements Schema<String> {

  public static AnswerText plain() {
    return new AnswerText(null);
  }

  public static AnswerText instant() {
    return new AnswerText("date-time");
  }

  @Override
  public @Nullable String check(JsonValue value, String path, Faults faults) {
    throw new UnsupportedOperationException("this text is only part of answers");
  }

  @Override
  public ObjectNode describe(Definitions definitions) {
    var node = Schema.node("string");
    return format == null ? node : node.put("format", format);
  }
}
