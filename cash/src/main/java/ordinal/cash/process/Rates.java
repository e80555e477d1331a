package ordinal.cash.process;

import java.math.BigDecimal;
import java.math.RoundingMode;
import ordinal.kernel.Money;

/** How amounts follow from amounts, and how they are rounded. */
final class Rates {

  private static final int BASIS_POINT_DECIMALS = 4;

  private final ProcessSettings settings;

  Rates(ProcessSettings settings) {
    this.settings = settings;
  }

  /** For every whole unit that was paid in money; what is left of a point is dropped. */
  long pointsFor(long paidMinor) {
    var units = BigDecimal.valueOf(paidMinor, Money.DECIMALS).setScale(0, RoundingMode.DOWN);
    return units.multiply(settings.pointsPerUnit()).setScale(0, RoundingMode.DOWN).longValueExact();
  }

  long technician(long totalMinor) {
    return share(totalMinor, settings.technicianBasisPoints());
  }

  long mentor(long totalMinor) {
    return share(totalMinor, settings.mentorBasisPoints());
  }

  /** Half a minor unit and more is rounded up. */
  private static long share(long totalMinor, int basisPoints) {
    return BigDecimal.valueOf(totalMinor)
        .multiply(BigDecimal.valueOf(basisPoints, BASIS_POINT_DECIMALS))
        .setScale(0, RoundingMode.HALF_UP)
        .longValueExact();
  }

  /** What so many points pay, or {@link Long#MAX_VALUE} when that is more than any order costs. */
  long worth(long points) {
    return points > Money.MAX_MINOR / settings.pointValueMinor()
        ? Long.MAX_VALUE
        : points * settings.pointValueMinor();
  }
}
