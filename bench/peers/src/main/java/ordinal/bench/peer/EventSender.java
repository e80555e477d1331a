package ordinal.bench.peer;

/**
 * The call that transaction-outbox stores and makes later; public, for it is made by reflection.
 */
public interface EventSender {

  /** Returns when the message is on Kafka. */
  void send(String key, String message, String traceId, long atMillis);
}
