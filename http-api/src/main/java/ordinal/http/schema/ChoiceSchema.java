package ordinal.http.schema;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One of a few words. */
public record ChoiceSchema<E extends Enum<E>>(List<E> choices) implements Schema<E> {

  public static <E extends Enum<E>> ChoiceSchema<E> of(Class<E> type) {
    return new ChoiceSchema<>(Arrays.asList(type.getEnumConstants()));
  }

  @Override
  public @Nullable E check(JsonValue value, String path, Faults faults) {
    if (value instanceof JsonValue.Text text) {
      for (var choice : choices) {
        if (choice.name().equals(text.value())) return choice;
      }
    }
    faults.add(path, "must be one of " + choices);
    return null;
  }

  @Override
  public ObjectNode describe(Definitions definitions) {
    var node = Schema.node("string");
    var words = node.putArray("enum");
    choices.forEach(choice -> words.add(choice.name()));
    return node;
  }

  @Override
  public String canonical(E checked) {
    return checked.name();
  }
}
