package ordinal.cash.process;

import com.typesafe.config.Config;
import java.math.BigDecimal;

/**
 * What points and commissions amount to; {@code reference.conf} has the values and reasons.
 *
 * @param pointValueMinor what a point pays of an order
 * @param pointsPerUnit what a whole unit of money earns
 * @param technicianBasisPoints of an order's total, in hundredths of a percent
 * @param mentorBasisPoints of an order's total, in hundredths of a percent
 */
public record ProcessSettings(
    long pointValueMinor,
    BigDecimal pointsPerUnit,
    int technicianBasisPoints,
    int mentorBasisPoints) {

  private static final int WHOLE = 10_000;
  private static final BigDecimal MOST_POINTS = BigDecimal.valueOf(1000);

  public ProcessSettings {
    check(
        pointValueMinor >= 1 && pointValueMinor <= 1_000_000, "points.value-minor", "1 to 1000000");
    check(
        pointsPerUnit.signum() >= 0 && pointsPerUnit.compareTo(MOST_POINTS) <= 0,
        "points.per-unit",
        "0 to 1000");
    check(isShare(technicianBasisPoints), "commission.technician-basis-points", "0 to 10000");
    check(isShare(mentorBasisPoints), "commission.mentor-basis-points", "0 to 10000");
  }

  public static ProcessSettings of(Config root) {
    var config = root.getConfig("ordinal.cash");
    return new ProcessSettings(
        config.getLong("points.value-minor"),
        number(config.getString("points.per-unit")),
        config.getInt("commission.technician-basis-points"),
        config.getInt("commission.mentor-basis-points"));
  }

  private static BigDecimal number(String text) {
    try {
      return new BigDecimal(text);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException("ordinal.cash.points.per-unit must be a number", e);
    }
  }

  private static boolean isShare(int basisPoints) {
    return basisPoints >= 0 && basisPoints <= WHOLE;
  }

  private static void check(boolean right, String path, String range) {
    if (!right) throw new IllegalArgumentException("ordinal.cash." + path + " must be " + range);
  }
}
