package ordinal.http.schema;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.math.BigDecimal;
import ordinal.kernel.Money;
import org.jspecify.annotations.Nullable;

/**
 * An amount that is not negative, in minor units once it has been read. What counts is how it is
 * written: 1.1 and 1.10 are amounts, 1.100 and 11e-1 are not.
 */
public record MoneySchema(long leastMinor, long mostMinor) implements Schema<Long> {

  private static final int MOST_DIGITS = 16;

  /** From nothing. */
  public MoneySchema(long mostMinor) {
    this(0, mostMinor);
  }

  @Override
  public @Nullable Long check(JsonValue value, String path, Faults faults) {
    var minor = value instanceof JsonValue.Num number ? minor(number.written()) : null;
    if (minor != null && minor >= leastMinor && minor <= mostMinor) return minor;
    faults.add(
        path,
        "must be a number from "
            + least()
            + " to "
            + Money.toDecimal(mostMinor)
            + " with at most two decimals and no exponent");
    return null;
  }

  private BigDecimal least() {
    return leastMinor == 0 ? BigDecimal.ZERO : Money.toDecimal(leastMinor);
  }

  /** Looks at characters only: a number of a million digits costs no arithmetic. */
  private static @Nullable Long minor(String written) {
    int point = written.indexOf('.');
    var whole = point < 0 ? written : written.substring(0, point);
    var decimals = point < 0 ? "" : written.substring(point + 1);
    boolean fits = whole.length() <= MOST_DIGITS && decimals.length() <= Money.DECIMALS;
    if (!fits || whole.startsWith("-") || !IntegerSchema.isWhole(whole)) return null;
    if (point >= 0 && !IntegerSchema.isWhole(decimals)) return null;
    return Long.parseLong(whole + decimals + "0".repeat(Money.DECIMALS - decimals.length()));
  }

  @Override
  public ObjectNode describe(Definitions definitions) {
    return Schema.node("number")
        .put("minimum", least())
        .put("maximum", Money.toDecimal(mostMinor))
        .put("multipleOf", new BigDecimal("0.01"));
  }
}
