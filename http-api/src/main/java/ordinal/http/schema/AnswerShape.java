package ordinal.http.schema;

import com.fasterxml.jackson.databind.node.ObjectNode;
import org.jspecify.annotations.Nullable;

/**
 * Text of a certain shape that only answers carry, so it is described and never checked.
 *
 * @param pattern a regular expression that all of it fits
 */
public record AnswerShape(String pattern, int longest) implements Schema<String> {

  @Override
  public @Nullable String check(JsonValue value, String path, Faults faults) {
    throw new UnsupportedOperationException("this text is only part of answers");
  }

  @Override
  public ObjectNode describe(Definitions definitions) {
    return Schema.node("string").put("pattern", "^" + pattern + "$").put("maxLength", longest);
  }
}
