package ordinal.http.order;

import com.fasterxml.jackson.databind.node.ObjectNode;
import ordinal.http.schema.Definitions;
import ordinal.http.schema.Faults;
import ordinal.http.schema.JsonValue;
import ordinal.http.schema.Schema;
import ordinal.order.OrderNumber;
import org.jspecify.annotations.Nullable;

/** A number that an order of ours can have. */
public record OrderNoSchema() implements Schema<String> {

  public static final String EXAMPLE = "ORD5X8K2M9QWERTVBNZ3CDFGH7JPA";

  @Override
  public @Nullable String check(JsonValue value, String path, Faults faults) {
    if (value instanceof JsonValue.Text text && OrderNumber.isOrderNo(text.value())) {
      return text.value();
    }
    faults.add(path, "must be an order's number, such as " + EXAMPLE);
    return null;
  }

  @Override
  public ObjectNode describe(Definitions definitions) {
    return Schema.node("string").put("pattern", "^" + OrderNumber.PATTERN + "$");
  }
}
