package ordinal.http.inventory;

import java.time.Duration;

/**
 * The limits of calls about stock; {@code reference.conf} has their values and reasons.
 *
 * @param timeout how long the stock service may take to answer
 * @param hold for how long a flash sale holds pieces for an order that is about to be made
 * @param margin how long before the end of that the order must be there
 */
public record StockSettings(Duration timeout, Duration hold, Duration margin) {
  public StockSettings {
    if (margin.isNegative() || margin.compareTo(hold) >= 0) {
      throw new IllegalArgumentException(
          "ordinal.flash-sale.margin must be shorter than ordinal.flash-sale.hold, which is "
              + hold.toMillis()
              + " ms");
    }
  }
}
