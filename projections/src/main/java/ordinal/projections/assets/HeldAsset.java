package ordinal.projections.assets;

import java.time.Instant;
import ordinal.assets.Hold;

/** What is frozen or locked now. */
record HeldAsset(Of of, AssetKind kind, long amount, Instant heldAt) {

  /** An asset's hold. */
  record Of(String entityId, Hold hold) {}
}
