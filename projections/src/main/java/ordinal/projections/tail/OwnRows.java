package ordinal.projections.tail;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.zip.CRC32;
import ordinal.journal.StoredRow;
import org.apache.pekko.serialization.Serialization;

/**
 * What this node has stored itself and its head has not passed yet. The database has acknowledged
 * these rows, so they are committed and on disk, at the places that they say: the head may move
 * over them without reading them, for as long as there is no other row or hole in between.
 *
 * <p>Bounded in rows and in bytes: what is too much while many wait behind a gap is not taken, and
 * the head reads it.
 */
final class OwnRows {

  private final Serialization serialization;
  private final int slices;
  private final int mostRows;
  private final long mostBytes;

  private final Queue<List<StoredRow>> arrived = new ConcurrentLinkedQueue<>();
  private final AtomicInteger rows = new AtomicInteger();
  private final AtomicLong bytes = new AtomicLong();

  /** By the place of their first. Of the head's thread. */
  private final TreeMap<Long, List<StoredRow>> waiting = new TreeMap<>();

  OwnRows(Serialization serialization, int slices, int mostRows, long mostBytes) {
    this.serialization = serialization;
    this.slices = slices;
    this.mostRows = mostRows;
    this.mostBytes = mostBytes;
  }

  /**
   * Rows of one statement, in rising order without a gap. False when too many wait already: then
   * the head has to look.
   */
  boolean add(List<StoredRow> stored) {
    long size = bytesOf(stored);
    int nowRows = rows.addAndGet(stored.size());
    long nowBytes = bytes.addAndGet(size);
    if (nowRows > mostRows || nowBytes > mostBytes) {
      forget(stored.size(), size);
      return false;
    }
    return arrived.add(stored);
  }

  private void forget(int count, long size) {
    rows.addAndGet(-count);
    bytes.addAndGet(-size);
  }

  private static long bytesOf(List<StoredRow> stored) {
    long size = 0;
    for (var row : stored) size += row.payload().length;
    return size;
  }

  /** Those right behind the head, up to the first place that is not ours; the head passes them. */
  List<JournalRow> behind(long head) {
    for (var next = arrived.poll(); next != null; next = arrived.poll()) {
      waiting.put(next.get(0).ordering(), next);
    }
    var found = new ArrayList<JournalRow>();
    long at = head;
    for (var next = waiting.firstEntry(); next != null; next = waiting.firstEntry()) {
      if (next.getKey() > at + 1) break;
      waiting.pollFirstEntry();
      forget(next.getValue().size(), bytesOf(next.getValue()));
      for (var row : next.getValue()) {
        if (row.ordering() != at + 1) continue; // The head has read it.
        found.add(row(row));
        at++;
      }
    }
    return found;
  }

  /** Whether there are some that the head cannot reach yet. */
  boolean isWaiting() {
    return !waiting.isEmpty();
  }

  private JournalRow row(StoredRow row) {
    var event =
        new StoredEvent(
            serialization, row.serializerId(), row.manifest(), row.payload(), row.event());
    return new JournalRow(
        row.ordering(),
        row.persistenceId(),
        row.sequenceNr(),
        slice(row.persistenceId(), slices),
        Instant.ofEpochMilli(row.writtenAtMillis()),
        event);
  }

  /** As the database computes it. */
  static int slice(String persistenceId, int slices) {
    var crc = new CRC32();
    crc.update(persistenceId.getBytes(StandardCharsets.US_ASCII));
    return (int) (crc.getValue() % slices);
  }
}
