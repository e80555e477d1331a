package ordinal.cash.notifications;

import java.time.Instant;
import ordinal.kernel.Ids;
import ordinal.kernel.TraceContext;
import org.jspecify.annotations.Nullable;

/**
 * Something that somebody is told because an event of an order happened.
 *
 * @param id follows from the event and the channel, so the same one is never there twice
 * @param userId whose order it is
 * @param recipientId who is told: the user, or the order's store
 * @param sequenceNr the event's place in its order's life
 * @param text in plain words
 * @param attempts how often it was handed over, since it was last replayed
 * @param nextAttemptAt null when it is not to be handed over any more
 * @param lastError why the last attempt failed; null when none has, or when it was delivered
 * @param createdAt when the event happened
 */
public record Notification(
    String id,
    String tenantId,
    String userId,
    String recipientId,
    Channel channel,
    String eventType,
    String eventId,
    String orderNo,
    @Nullable String storeId,
    long sequenceNr,
    String text,
    TraceContext trace,
    Status status,
    int attempts,
    @Nullable Instant nextAttemptAt,
    @Nullable String lastError,
    Instant createdAt,
    @Nullable Instant sentAt) {

  /** The id of what is told of an event on a channel. */
  public static String id(String eventId, Channel channel) {
    return Ids.derive("notification", eventId, channel.name());
  }

  /** How somebody is told. */
  public enum Channel {
    /** To the user, short. */
    SMS,
    /** To the user's device. */
    PUSH,
    /** To those who carry the order out. */
    TECHNICIAN
  }

  /** What becomes of one. */
  public enum Status {
    /** To be handed over, or handed over and not answered yet. */
    PENDING,
    /** Delivered, as whoever delivers it says. */
    SENT,
    /** Refused for good, or tried too often. Can be replayed. */
    DEAD,
    /** Its event was read so late that nobody wants to be told any more. Can be replayed. */
    EXPIRED
  }
}
