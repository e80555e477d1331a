package ordinal.http.schema;

import com.fasterxml.jackson.databind.node.ObjectNode;
import org.jspecify.annotations.Nullable;

/**
 * A value that only answers carry, so it is described and never checked.
 *
 * @param type a type of JSON Schema
 */
public record AnswerValue(String type) implements Schema<Object> {

  public static AnswerValue number() {
    return new AnswerValue("number");
  }

  public static AnswerValue flag() {
    return new AnswerValue("boolean");
  }

  @Override
  public @Nullable Object check(JsonValue value, String path, Faults faults) {
    throw new UnsupportedOperationException("this value is only part of answers");
  }

  @Override
  public ObjectNode describe(Definitions definitions) {
    return Schema.node(type);
  }
}
