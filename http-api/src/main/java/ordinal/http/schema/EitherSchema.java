package ordinal.http.schema;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.jspecify.annotations.Nullable;

/** An object of the usual kind, or one of another. Only what we send carries it. */
public record EitherSchema(ObjectSchema usual, ObjectSchema other) implements Schema<Fields> {

  @Override
  public @Nullable Fields check(JsonValue value, String path, Faults faults) {
    throw new UnsupportedOperationException("this value is only part of what we send");
  }

  @Override
  public ObjectNode describe(Definitions definitions) {
    var node = JsonNodeFactory.instance.objectNode();
    node.putArray("anyOf").add(usual.describe(definitions)).add(other.describe(definitions));
    return node;
  }
}
