package ordinal.inventory.sku;

import java.time.Instant;
import java.util.List;
import ordinal.kernel.JsonMessage;

/** Gives the tests of other packages what a snapshot looks like. */
public final class SkuFormats {

  private SkuFormats() {}

  public static JsonMessage snapshot() {
    return new SkuState.Snapshot(
        true,
        7,
        2,
        1,
        List.of(new SkuState.Open("o-1", 2, Instant.EPOCH)),
        List.of(
            new ClosedClaims.Closed("o-2", ClosedClaims.End.DEDUCTED, 1),
            new ClosedClaims.Closed("o-3", ClosedClaims.End.RELEASED, 0)));
  }
}
