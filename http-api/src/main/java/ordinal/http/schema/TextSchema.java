package ordinal.http.schema;

import com.fasterxml.jackson.databind.node.ObjectNode;
import org.jspecify.annotations.Nullable;

/** Free text of at most so many characters, none of them a control character. */
public record TextSchema(int longest) implements Schema<String> {

  @Override
  public @Nullable String check(JsonValue value, String path, Faults faults) {
    if (!(value instanceof JsonValue.Text text)) {
      faults.add(path, "must be text");
      return null;
    }
    var given = text.value();
    if (given.codePointCount(0, given.length()) > longest) {
      faults.add(path, "must be at most " + longest + " characters");
      return null;
    }
    if (!given.codePoints().allMatch(TextSchema::isReadable)) {
      faults.add(path, "must not contain control characters or halves of characters");
      return null;
    }
    return given;
  }

  /** Half a surrogate pair is no character: it could be stored, but never be written as UTF-8. */
  private static boolean isReadable(int codePoint) {
    return !Character.isISOControl(codePoint)
        && Character.getType(codePoint) != Character.SURROGATE;
  }

  @Override
  public ObjectNode describe(Definitions definitions) {
    return Schema.node("string")
        .put("maxLength", longest)
        .put("pattern", "^[^\\u0000-\\u001f\\u007f-\\u009f]*$");
  }
}
