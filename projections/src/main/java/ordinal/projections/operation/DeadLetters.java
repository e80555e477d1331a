package ordinal.projections.operation;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * Events that cannot be sent as they are, and those of the same order that wait behind them; and
 * messages of others that our consumers cannot handle.
 */
public interface DeadLetters {

  /**
   * Oldest first.
   *
   * @param cursor where an earlier page said that the next one begins, or null to begin; any other
   *     text fails with an {@link IllegalArgumentException}
   */
  CompletionStage<Page> list(Filter filter, int limit, @Nullable String cursor);

  CompletionStage<Optional<DeadLetter>> get(String id);

  /**
   * Tries an order's events again, all of them in order, or a message that could not be handled;
   * how many, or 0 when there is none.
   */
  CompletionStage<Integer> replay(String id);

  /** The same for every order of which an event matches, and every message that does. */
  CompletionStage<Integer> replayAll(Filter filter);

  /** Those that match everything that is not null. */
  record Filter(
      @Nullable Status status,
      @Nullable String topic,
      @Nullable String bizKey,
      @Nullable String eventType,
      @Nullable String source) {

    /** Whatever its source. */
    public Filter(
        @Nullable Status status,
        @Nullable String topic,
        @Nullable String bizKey,
        @Nullable String eventType) {
      this(status, topic, bizKey, eventType, null);
    }
  }

  /**
   * A page of them, oldest first.
   *
   * @param nextCursor null when this was the last page
   */
  record Page(List<DeadLetter> items, @Nullable String nextCursor) {
    public Page {
      items = List.copyOf(items);
    }
  }

  /**
   * One event or message.
   *
   * @param id the event's id, or one that follows from a message's place on Kafka
   * @param source OUTBOX, AUDIT or CONSUMER
   * @param sequenceNr 0 for a message
   */
  record DeadLetter(
      String id,
      String source,
      Status status,
      String topic,
      String bizKey,
      String eventType,
      long sequenceNr,
      String reason,
      int attempts,
      String traceId,
      Instant createdAt,
      Instant updatedAt) {}

  /** What becomes of one. */
  enum Status {
    /** Cannot be sent or handled as it is. */
    DEAD,
    /** Stands behind a dead one of the same order. */
    WAITING,
    /** To be tried again now. */
    REPLAYING,
    /** On Kafka after all. */
    SENT,
    /** A message that was handled after all. */
    HANDLED
  }
}
