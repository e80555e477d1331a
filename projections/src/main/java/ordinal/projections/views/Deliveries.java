package ordinal.projections.views;

import java.time.Instant;
import java.util.Map;
import java.util.concurrent.CompletionStage;

/** Where an order's events are on Kafka. */
public interface Deliveries {

  /** By sequence number; an event that is not out yet, or not recorded yet, is not in it. */
  CompletionStage<Map<Long, Delivery>> of(String orderNo);

  /** One event's place, as a consumer of committed records finds it. */
  record Delivery(String topic, int partition, long offset, Instant publishedAt) {}
}
