package ordinal.projections.assets;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import ordinal.assets.AccountId;
import org.jspecify.annotations.Nullable;

/**
 * What users own, and what moved it: questions that no single entity could answer, or not without
 * its whole history. A moment behind the entities.
 */
public interface AssetViews {

  /**
   * A user's coupons, the last issued first.
   *
   * @param before only those issued before the one at this position: where the last page ended
   */
  CompletionStage<Coupons> coupons(
      String tenantId, String userId, int limit, @Nullable Long before);

  /**
   * What moved one account, newest first: the log of a wallet or of points, and a person's
   * commissions.
   *
   * @param before only movements before the one at this position: where the last page ended
   */
  CompletionStage<Entries> entries(AccountId account, int limit, @Nullable Long before);

  /** What one order moved, oldest first: of all accounts, and its coupon. */
  CompletionStage<List<AssetEntry>> ofOrder(String tenantId, String orderNo);

  /** An account's books; empty when nothing ever moved it. */
  CompletionStage<Optional<AccountRow>> account(AccountId account);

  /**
   * A page of coupons.
   *
   * @param next the position to go on from, or null when this was the last page
   */
  record Coupons(List<CouponRow> coupons, @Nullable Long next) {
    public Coupons {
      coupons = List.copyOf(coupons);
    }
  }

  /**
   * A page of movements.
   *
   * @param next the position to go on from, or null when this was the last page
   */
  record Entries(List<AssetEntry> entries, @Nullable Long next) {
    public Entries {
      entries = List.copyOf(entries);
    }
  }
}
