package ordinal.projections.feed;

import org.apache.pekko.NotUsed;
import org.apache.pekko.stream.javadsl.Source;
import org.jspecify.annotations.Nullable;

/** All events as they are stored, in the journal's order, with back-pressure. */
public interface EventFeed {

  /**
   * Never completes by itself.
   *
   * @param after only events behind this position; null for those from now on
   * @param orderNo only this order's, or null for all
   */
  Source<FeedEvent, NotUsed> events(@Nullable Long after, @Nullable String orderNo);

  /**
   * One event.
   *
   * @param position where it stands in the journal, to go on from
   * @param json the same text as on Kafka
   */
  record FeedEvent(long position, String eventType, String json) {}
}
