package ordinal.projections.assets;

import java.time.Instant;
import ordinal.assets.AccountId;
import ordinal.assets.Balance;
import org.jspecify.annotations.Nullable;

/**
 * An account's books after its last event.
 *
 * @param suspendedBy the key of the operation that would have broken the books; null is not
 *     suspended
 */
public record AccountRow(
    AccountId id, Balance balance, @Nullable String suspendedBy, long lastSeq, Instant updatedAt) {

  public boolean isSuspended() {
    return suspendedBy != null;
  }
}
