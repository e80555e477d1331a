package ordinal.cash.notifications;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;

/** Writes a line into the log that somebody would be told, and not what. */
final class LogNotifier implements Notifier {

  private static final Logger LOG = LoggerFactory.getLogger(LogNotifier.class);

  @Override
  public CompletionStage<Delivery> send(Notification one) {
    MDC.put("traceId", one.trace().traceId());
    MDC.put("eventId", one.eventId());
    try {
      LOG.info(
          "[Notifications] {} to {}: {} of order {}, notification {}",
          one.channel(),
          one.recipientId(),
          one.eventType(),
          one.orderNo(),
          one.id());
    } finally {
      MDC.remove("traceId");
      MDC.remove("eventId");
    }
    return CompletableFuture.completedFuture(new Delivered());
  }
}
