package ordinal.projections.operation;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** Events that cannot be sent as they are, and those of the same order that wait behind them. */
public interface DeadLetters {

  /**
   * Oldest first.
   *
   * @param cursor where an earlier page said that the next one begins, or null to begin; any other
   *     text fails with an {@link IllegalArgumentException}
   */
  CompletionStage<Page> list(Filter filter, int limit, @Nullable String cursor);

  CompletionStage<Optional<DeadLetter>> get(String id);

  /** Tries an order's events again, all of them in order; how many, or 0 when there is none. */
  CompletionStage<Integer> replay(String id);

  /** The same for every order of which an event matches; how many events over all. */
  CompletionStage<Integer> replayAll(Filter filter);

  /** Those that match everything that is not null. */
  record Filter(
      @Nullable Status status,
      @Nullable String topic,
      @Nullable String bizKey,
      @Nullable String eventType) {}

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
   * One event.
   *
   * @param id the event's id
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
    /** Cannot be sent as it is. */
    DEAD,
    /** Stands behind a dead one of the same order. */
    WAITING,
    /** To be tried again now. */
    REPLAYING,
    /** On Kafka after all. */
    SENT
  }
}
