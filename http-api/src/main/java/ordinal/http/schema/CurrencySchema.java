package ordinal.http.schema;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Currency;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The three letters of a currency that ISO 4217 knows. */
public record CurrencySchema() implements Schema<String> {

  private static final Set<String> KNOWN =
      Currency.getAvailableCurrencies().stream()
          .map(Currency::getCurrencyCode)
          .collect(Collectors.toUnmodifiableSet());

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
    return Schema.node("string").put("pattern", "^[A-Z]{3}$").put("format", "iso-4217");
  }
}
