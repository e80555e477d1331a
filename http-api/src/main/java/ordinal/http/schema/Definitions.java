package ordinal.http.schema;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;

/** The named schemas of one description, each written down once. */
public final class Definitions {

  private static final String PREFIX = "#/components/schemas/";

  private final Map<String, ObjectNode> byName = new TreeMap<>();

  /** A reference to the schema of this name, which is described the first time. */
  public ObjectNode refer(String name, Supplier<ObjectNode> description) {
    if (!byName.containsKey(name)) {
      byName.put(name, description.get());
    }
    return JsonNodeFactory.instance.objectNode().put("$ref", PREFIX + name);
  }

  public ObjectNode all() {
    var all = JsonNodeFactory.instance.objectNode();
    byName.forEach(all::set);
    return all;
  }
}
