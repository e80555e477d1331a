package ordinal.journal;

import org.apache.pekko.persistence.jdbc.journal.dao.JournalTables.JournalPekkoSerializationRow;
import org.jspecify.annotations.Nullable;

/** An event in the journal at its place, known by the one who stored it. */
public final class StoredRow {

  private final long ordering;
  private final JournalPekkoSerializationRow row;
  private final @Nullable Object event;

  /** An event that was read from the payload or made it; null when it is not at hand. */
  public StoredRow(long ordering, JournalPekkoSerializationRow row, @Nullable Object event) {
    this.ordering = ordering;
    this.row = row;
    this.event = event;
  }

  public long ordering() {
    return ordering;
  }

  public String persistenceId() {
    return row.persistenceId();
  }

  public long sequenceNr() {
    return row.sequenceNumber();
  }

  public long writtenAtMillis() {
    return row.writeTimestamp();
  }

  public int serializerId() {
    return row.eventSerId();
  }

  public String manifest() {
    return row.eventSerManifest();
  }

  public byte[] payload() {
    return row.eventPayload();
  }

  /** What the payload says, where it is still at hand. */
  public @Nullable Object event() {
    return event;
  }
}
