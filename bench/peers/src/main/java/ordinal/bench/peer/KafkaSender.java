package ordinal.bench.peer;

import java.time.Instant;
import java.util.concurrent.ExecutionException;

/** Sends one event and waits for the answer, beside others that do the same. */
final class KafkaSender implements EventSender {

  private final EventProducer producer;

  KafkaSender(EventProducer producer) {
    this.producer = producer;
  }

  @Override
  public void send(String key, String message, String traceId, long atMillis) {
    try {
      producer.send(key, message, traceId, Instant.ofEpochMilli(atMillis)).get();
    } catch (ExecutionException e) {
      throw new IllegalStateException("not sent: " + e.getMessage(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while sending", e);
    }
  }
}
