package ordinal.kernel;

import java.math.BigDecimal;

/**
 * Amounts are {@code long} minor units (cents) inside, and decimal numbers with two places outside.
 */
public final class Money {

  public static final int DECIMALS = 2;

  /**
   * The largest unit price. With 100 items of 10 000 pieces each, a total stays below 2^53 minor
   * units, which every JSON reader holds exactly.
   */
  public static final long MAX_UNIT_PRICE_MINOR = 999_999_999;

  /** The largest amount anywhere: what the largest order can cost. */
  public static final long MAX_MINOR = MAX_UNIT_PRICE_MINOR * 100 * 10_000;

  private Money() {}

  public static BigDecimal toDecimal(long minor) {
    return BigDecimal.valueOf(minor, DECIMALS);
  }

  /** Exact: throws when there are more than two decimals or the amount does not fit. */
  public static long toMinor(BigDecimal amount) {
    // Not movePointRight: it writes out the digits, and 1e100000000 has a hundred million of them.
    return amount.scaleByPowerOfTen(DECIMALS).longValueExact();
  }
}
