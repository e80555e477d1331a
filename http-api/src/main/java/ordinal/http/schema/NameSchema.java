package ordinal.http.schema;

import com.fasterxml.jackson.databind.node.ObjectNode;
import org.jspecify.annotations.Nullable;

/** A name such as a topic has. A query has no types, so one of digits may come as a number. */
public record NameSchema(int longest) implements Schema<String> {

  @Override
  public @Nullable String check(JsonValue value, String path, Faults faults) {
    String given = null;
    if (value instanceof JsonValue.Text text) given = text.value();
    if (value instanceof JsonValue.Num number) given = number.written();
    if (given != null && isName(given)) return given;
    faults.add(path, "must be 1 to " + longest + " characters of A-Z a-z 0-9 . _ -");
    return null;
  }

  private boolean isName(String given) {
    return !given.isEmpty()
        && given.length() <= longest
        && given.chars().allMatch(NameSchema::fits);
  }

  private static boolean fits(int c) {
    return (c >= 'a' && c <= 'z')
        || (c >= 'A' && c <= 'Z')
        || (c >= '0' && c <= '9')
        || c == '.'
        || c == '_'
        || c == '-';
  }

  @Override
  public ObjectNode describe(Definitions definitions) {
    return Schema.node("string")
        .put("pattern", "^[A-Za-z0-9._-]*$")
        .put("minLength", 1)
        .put("maxLength", longest);
  }
}
