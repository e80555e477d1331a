package ordinal.http.schema;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Currency;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The three letters of a currency that ISO 4217 knows. */
public record CurrencySchema() implements Schema<String> {

  private static final SortedSet<String> KNOWN =
      Currency.getAvailableCurrencies().stream()
          .map(Currency::getCurrencyCode)
          .collect(Collectors.toCollection(TreeSet::new));

  public static boolean isKnown(String code) {
    return KNOWN.contains(code);
  }

  @Override
  public @Nullable String check(JsonValue value, String path, Faults faults) {
    if (value instanceof JsonValue.Text text && isKnown(text.value())) return text.value();
    faults.add(path, "must be the three capital letters of an ISO 4217 currency");
    return null;
  }

  @Override
  public ObjectNode describe(Definitions definitions) {
    var node = Schema.node("string");
    var codes = node.putArray("enum");
    KNOWN.forEach(codes::add);
    return node;
  }
}
