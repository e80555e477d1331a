package ordinal.http.schema;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.jspecify.annotations.Nullable;

/**
 * What one value of a request may be. The same object checks the value and describes itself as JSON
 * Schema, so the description of the API cannot differ from what it accepts.
 *
 * @param <T> what the value becomes once it has been checked
 */
public interface Schema<T> {

  /** The value, or null when it is wrong, which has then been added to the faults. */
  @Nullable T check(JsonValue value, String path, Faults faults);

  /** JSON Schema 2020-12. An object with a name is described once and referred to. */
  ObjectNode describe(Definitions definitions);

  /** The value again, in one form only, for fingerprints. */
  default String canonical(T checked) {
    return checked.toString();
  }

  static ObjectNode node(String type) {
    return JsonNodeFactory.instance.objectNode().put("type", type);
  }

  static String member(String path, String name) {
    var safe = Faults.echo(name);
    return path.isEmpty() ? safe : path + "." + safe;
  }

  static String item(String path, int index) {
    return path + "[" + index + "]";
  }
}
