package ordinal.http.schema;

import com.fasterxml.jackson.databind.node.ObjectNode;
import org.jspecify.annotations.Nullable;

/** True or false. */
public record TruthSchema() implements Schema<Boolean> {

  @Override
  public @Nullable Boolean check(JsonValue value, String path, Faults faults) {
    if (value instanceof JsonValue.Bool truth) return truth.value();
    faults.add(path, "must be true or false");
    return null;
  }

  @Override
  public ObjectNode describe(Definitions definitions) {
    return Schema.node("boolean");
  }
}
