package ordinal.cash.story;

import java.util.List;
import java.util.concurrent.CompletionStage;

/** Tells of one order what the whole program knows. */
@FunctionalInterface
public interface OrderStories {

  /**
   * The oldest first; empty when this tenant has no such order. The order's own part is read from
   * the journal and whole; the others are a moment behind.
   */
  CompletionStage<List<StoryEntry>> of(String tenantId, String orderNo);
}
