package ordinal.http.schema;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A list of so many values of one kind. */
public record ListSchema<T>(int least, int most, Schema<T> items) implements Schema<List<T>> {

  @Override
  public @Nullable List<T> check(JsonValue value, String path, Faults faults) {
    if (!(value instanceof JsonValue.Items list)) {
      faults.add(path, "must be a list");
      return null;
    }
    var given = list.values();
    if (given.size() < least || given.size() > most) {
      faults.add(path, "must have " + least + " to " + most + " entries, but has " + given.size());
      return null;
    }
    var read = new ArrayList<T>(given.size());
    for (int i = 0; i < given.size(); i++) {
      var item = items.check(given.get(i), Schema.item(path, i), faults);
      if (item != null) read.add(item);
    }
    return read.size() == given.size() ? List.copyOf(read) : null;
  }

  @Override
  public ObjectNode describe(Definitions definitions) {
    var node = Schema.node("array").put("minItems", least);
    if (most < Integer.MAX_VALUE) node.put("maxItems", most);
    node.set("items", items.describe(definitions));
    return node;
  }

  @Override
  public String canonical(List<T> checked) {
    var all = new StringBuilder();
    for (var one : checked) {
      var text = items.canonical(one);
      all.append(text.length()).append(':').append(text);
    }
    return all.toString();
  }
}
