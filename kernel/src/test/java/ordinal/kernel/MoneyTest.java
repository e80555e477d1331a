package ordinal.kernel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigDecimal;
import java.time.Duration;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MoneyTest {

  @ParameterizedTest
  @CsvSource({"0,0", "0.1,10", "19.99,1999", "1e2,10000", "1.50000,150", "-3.5,-350", "0e9,0"})
  void decimalsBecomeMinorUnitsExactly(String amount, long minor) {
    assertEquals(minor, Money.toMinor(new BigDecimal(amount)));
  }

  @ParameterizedTest
  @ValueSource(strings = {"0.001", "1.999", "1e-3", "92233720368547758.08", "1e20"})
  void whatDoesNotFitIsRefusedAndNeverRounded(String amount) {
    var decimal = new BigDecimal(amount);

    assertThrows(ArithmeticException.class, () -> Money.toMinor(decimal));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "1e100000000",
        "1e-100000000",
        "1e999999999",
        "1e-999999999",
        "1e2147483647",
        "1e-2147483647"
      })
  void aShortNumberWithAHugeExponentIsRefusedAtOnce(String amount) {
    var decimal = new BigDecimal(amount);

    assertTimeoutPreemptively(
        Duration.ofSeconds(2),
        () -> assertThrows(ArithmeticException.class, () -> Money.toMinor(decimal)));
  }

  @Test
  void decimalsAlwaysShowTwoPlaces() {
    assertEquals("1.50", Money.toDecimal(150).toPlainString());
    assertEquals("0.00", Money.toDecimal(0).toPlainString());
    assertEquals("-0.01", Money.toDecimal(-1).toPlainString());
  }

  @Test
  void theLargestAmountIsExactInEveryJsonReader() {
    long exactInADouble = 1L << 53;

    assertTrue(Money.MAX_MINOR < exactInADouble);
  }

  @Property
  void everyAmountSurvivesTheWayOutAndBack(@ForAll long minor) {
    assertEquals(minor, Money.toMinor(Money.toDecimal(minor)));
  }
}
