package ordinal.http.schema;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/**
 * Money that only answers carry, so it is described and never checked.
 *
 * @param mayBeNegative as columns of books may be
 */
public record AnswerAmount(boolean mayBeNegative) implements Schema<Object> {

  @Override
  public @Nullable Object check(JsonValue value, String path, Faults faults) {
    throw new UnsupportedOperationException("this amount is only part of answers");
  }

  @Override
  public ObjectNode describe(Definitions definitions) {
    var node = Schema.node("number").put("multipleOf", new BigDecimal("0.01"));
    return mayBeNegative ? node : node.put("minimum", 0);
  }
}
