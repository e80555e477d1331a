package ordinal.http.schema;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** An object with these fields and no others. */
public final class ObjectSchema implements Schema<Fields> {

  /** A field that must be there when another one has a certain value. */
  private record Condition(Field<?> field, Field<?> when, Enum<?> is) {}

  private final String name;
  private final Map<String, Field<?>> fields;
  private final @Nullable Condition condition;

  private ObjectSchema(String name, Map<String, Field<?>> fields, @Nullable Condition condition) {
    this.name = name;
    this.fields = fields;
    this.condition = condition;
  }

  public static ObjectSchema of(String name, Field<?>... fields) {
    Map<String, Field<?>> byName = new LinkedHashMap<>();
    for (var field : fields) {
      byName.put(field.name(), field);
    }
    return new ObjectSchema(name, byName, null);
  }

  /** The same, with an optional field that is required when another one says so. */
  public <E extends Enum<E>> ObjectSchema requiring(Field<?> field, Field<E> when, E is) {
    return new ObjectSchema(name, fields, new Condition(field, when, is));
  }

  /** The same with one field more, under another name. */
  public ObjectSchema with(String newName, Field<?>... more) {
    Map<String, Field<?>> all = new LinkedHashMap<>(fields);
    for (var field : more) {
      all.put(field.name(), field);
    }
    return new ObjectSchema(newName, all, condition);
  }

  /** Some of its fields, under another name. */
  public ObjectSchema only(String newName, String... names) {
    Map<String, Field<?>> some = new LinkedHashMap<>();
    for (var one : names) {
      var field = fields.get(one);
      if (field == null) throw new IllegalArgumentException(name + " has no " + one);
      some.put(one, field);
    }
    return new ObjectSchema(newName, some, null);
  }

  public String name() {
    return name;
  }

  public List<Field<?>> fields() {
    return List.copyOf(fields.values());
  }

  /** One of it, made of its fields' examples: all of them, or only those that are always there. */
  public Map<String, Object> example(boolean whole) {
    var example = new LinkedHashMap<String, Object>();
    for (var field : fields.values()) {
      if (whole || field.isRequired()) example.put(field.name(), field.example());
    }
    return example;
  }

  /** Whether an empty body says enough. */
  public boolean acceptsNothing() {
    return fields.values().stream().noneMatch(Field::isRequired);
  }

  @Override
  public @Nullable Fields check(JsonValue value, String path, Faults faults) {
    if (!(value instanceof JsonValue.Members members)) {
      faults.add(path.isEmpty() ? JsonReader.BODY : path, "must be a JSON object");
      return null;
    }
    var read = new HashMap<String, Object>();
    var canonical = new StringBuilder();
    boolean complete = true;
    for (var field : fields.values()) {
      var given = members.values().get(field.name());
      complete &= check(field, given, Schema.member(path, field.name()), faults, read, canonical);
    }
    complete &= holdsCondition(read, path, faults);
    for (var given : members.values().keySet()) {
      if (!fields.containsKey(given)) {
        faults.add(Schema.member(path, given), "is not known here");
        complete = false;
      }
    }
    return complete ? new Fields(read, canonical.toString()) : null;
  }

  private static <T> boolean check(
      Field<T> field,
      @Nullable JsonValue given,
      String path,
      Faults faults,
      Map<String, Object> read,
      StringBuilder canonical) {
    if (given == null || given instanceof JsonValue.Null) {
      if (field.isRequired()) {
        faults.add(path, given == null ? "is required" : "is required and must not be null");
      }
      return !field.isRequired();
    }
    var value = field.schema().check(given, path, faults);
    if (value == null) return false;
    read.put(field.name(), value);
    var text = field.schema().canonical(value);
    // With its length before it no value can pass for the next field.
    canonical.append(field.name()).append('=').append(text.length()).append(':').append(text);
    return true;
  }

  private boolean holdsCondition(Map<String, Object> read, String path, Faults faults) {
    if (condition == null || !condition.is().equals(read.get(condition.when().name()))) return true;
    var name = condition.field().name();
    var member = Schema.member(path, name);
    boolean said = faults.list().stream().anyMatch(fault -> fault.field().equals(member));
    if (read.containsKey(name) || said) return true;
    faults.add(
        member, "is required when " + condition.when().name() + " is " + condition.is().name());
    return false;
  }

  @Override
  public ObjectNode describe(Definitions definitions) {
    return definitions.refer(name, () -> describeFields(definitions));
  }

  private ObjectNode describeFields(Definitions definitions) {
    var node = Schema.node("object");
    var required = JsonNodeFactory.instance.arrayNode();
    var properties = JsonNodeFactory.instance.objectNode();
    for (var field : fields.values()) {
      properties.set(field.name(), describe(field, definitions));
      if (field.isRequired()) required.add(field.name());
    }
    node.set("properties", properties);
    if (!required.isEmpty()) node.set("required", required);
    node.put("additionalProperties", false);
    if (condition != null) describe(condition, node);
    return node;
  }

  private static JsonNode describe(Field<?> field, Definitions definitions) {
    var node = field.schema().describe(definitions);
    if (field.mayBeNull()) allowNull(node);
    if (node.has("$ref")) return node;
    node.put("description", field.description());
    node.set("examples", JsonNodeFactory.instance.arrayNode().addPOJO(field.example()));
    return node;
  }

  private static void allowNull(ObjectNode node) {
    var types = node.get("type");
    var all = JsonNodeFactory.instance.arrayNode();
    if (types instanceof ArrayNode several) {
      all.addAll(several);
    } else {
      all.add(types);
    }
    node.set("type", all.add("null"));
    if (node.get("enum") instanceof ArrayNode values) values.addNull();
  }

  private static void describe(Condition condition, ObjectNode node) {
    var when = condition.when().name();
    var holds = node.putObject("if");
    holds.putObject("properties").putObject(when).put("const", condition.is().name());
    holds.putArray("required").add(when);
    var then = node.putObject("then");
    var name = condition.field().name();
    then.putObject("properties").putObject(name).putObject("not").put("type", "null");
    then.putArray("required").add(name);
  }
}
