package ordinal.bridge;

import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** The consumers of the whole cluster, for those who run it. */
public interface Consumers {

  /** Every group that has ever consumed, by name. */
  CompletionStage<List<Group>> list();

  /**
   * What became of messages, newest first.
   *
   * @param cursor where an earlier page said that the next one begins, or null to begin; any other
   *     text fails with an {@link IllegalArgumentException}
   */
  CompletionStage<LogPage> log(LogFilter filter, int limit, @Nullable String cursor);

  /**
   * A group.
   *
   * @param parked messages that are tried again later, or wait behind such a one
   * @param dead messages that could not be handled
   */
  record Group(
      String group, String topic, long lag, long parked, long dead, List<Partition> partitions) {
    public Group {
      partitions = List.copyOf(partitions);
    }
  }

  /** How far one is. */
  record Partition(int partition, long nextOffset, long endOffset, long lag) {}

  /** Those that match everything that is not null. */
  record LogFilter(@Nullable Status status, @Nullable String group, @Nullable String bizKey) {}

  /**
   * A page of them.
   *
   * @param nextCursor null when this was the last page
   */
  record LogPage(List<LogEntry> items, @Nullable String nextCursor) {
    public LogPage {
      items = List.copyOf(items);
    }
  }

  /** One message. */
  record LogEntry(
      String group,
      String topic,
      int partition,
      long offset,
      String eventId,
      String eventType,
      String bizKey,
      Status status,
      int attempts,
      @Nullable String reason,
      long costMillis,
      String traceId,
      Instant receivedAt,
      Instant updatedAt) {}

  /** What became of a message. */
  enum Status {
    /** It could not be handled yet, and is tried again. */
    PROCESSING,
    /** It had its effect. */
    SUCCESS,
    /** It is dead. */
    FAILED,
    /** It was handled before, or came late or out of order; the reason says which. */
    IGNORED
  }
}
