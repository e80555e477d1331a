package ordinal.http.schema;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Values under names that are not known beforehand. Only answers carry them. */
public record AnswerMap<T>(Schema<T> values) implements Schema<Map<String, T>> {

  @Override
  public @Nullable Map<String, T> check(JsonValue value, String path, Faults faults) {
    throw new UnsupportedOperationException("these values are only part of answers");
  }

  @Override
  public ObjectNode describe(Definitions definitions) {
    var node = Schema.node("object");
    node.set("additionalProperties", values.describe(definitions));
    return node;
  }
}
