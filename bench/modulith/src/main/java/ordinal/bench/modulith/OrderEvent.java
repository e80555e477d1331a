package ordinal.bench.modulith;

import java.time.Instant;
import ordinal.bench.peer.OutgoingEvent;

/** What is published inside the application, stored by Modulith as JSON, and goes out to Kafka. */
record OrderEvent(String orderNo, String traceId, Instant at, String message) {

  static OrderEvent of(OutgoingEvent event) {
    return new OrderEvent(event.orderNo(), event.traceId(), event.at(), event.message());
  }
}
