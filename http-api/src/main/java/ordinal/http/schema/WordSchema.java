package ordinal.http.schema;

import com.fasterxml.jackson.databind.node.ObjectNode;
import org.jspecify.annotations.Nullable;

/** Always this one word. */
public record WordSchema(String word) implements Schema<String> {

  @Override
  public @Nullable String check(JsonValue value, String path, Faults faults) {
    if (value instanceof JsonValue.Text text && text.value().equals(word)) return word;
    faults.add(path, "must be " + word);
    return null;
  }

  @Override
  public ObjectNode describe(Definitions definitions) {
    return Schema.node("string").put("const", word);
  }
}
