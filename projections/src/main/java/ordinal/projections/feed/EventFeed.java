package ordinal.projections.feed;

import org.apache.pekko.NotUsed;
import org.apache.pekko.stream.javadsl.Source;
import org.jspecify.annotations.Nullable;

/**
 * Events of orders, accounts and coupons as they are stored, in the journal's order, with
 * back-pressure.
 */
public interface EventFeed {

  /**
   * Never completes by itself.
   *
   * @param tenantId whose events
   * @param after only events behind this position; null for those from now on
   * @param orderNo only this order's own, or null for all of the tenant's
   */
  Source<FeedEvent, NotUsed> events(
      String tenantId, @Nullable Long after, @Nullable String orderNo);

  /**
   * One event.
   *
   * @param position where it stands in the journal, to go on from
   * @param json the same text as on Kafka
   */
  record FeedEvent(long position, String eventType, String json) {}
}
