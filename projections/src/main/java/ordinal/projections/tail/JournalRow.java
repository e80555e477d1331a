package ordinal.projections.tail;

import java.time.Instant;
import ordinal.kernel.Ids;

/**
 * One stored event, as it lies in the journal.
 *
 * <p>Several readers of a node get the same object, so the event is read from its bytes once.
 */
public final class JournalRow {

  private final long ordering;
  private final String persistenceId;
  private final long sequenceNr;
  private final int slice;
  private final Instant writtenAt;
  private final StoredEvent stored;

  JournalRow(
      long ordering,
      String persistenceId,
      long sequenceNr,
      int slice,
      Instant writtenAt,
      StoredEvent stored) {
    this.ordering = ordering;
    this.persistenceId = persistenceId;
    this.sequenceNr = sequenceNr;
    this.slice = slice;
    this.writtenAt = writtenAt;
    this.stored = stored;
  }

  public long ordering() {
    return ordering;
  }

  public String persistenceId() {
    return persistenceId;
  }

  /** The id of the entity within its type: an order's number. */
  public String entityId() {
    return persistenceId.substring(persistenceId.indexOf('|') + 1);
  }

  public long sequenceNr() {
    return sequenceNr;
  }

  public int slice() {
    return slice;
  }

  public Instant writtenAt() {
    return writtenAt;
  }

  public String eventId() {
    return Ids.eventId(persistenceId, sequenceNr);
  }

  /** Fails with an {@link UnreadableEvent} when the bytes are not an event that we know. */
  public Object event() {
    return stored.read();
  }

  int bytes() {
    return stored.bytes();
  }
}
