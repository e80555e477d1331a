package ordinal.projections.tail;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.apache.pekko.serialization.Serialization;

/** Pages of the journal by a plain query: for tests of what follows the tail, not of the tail. */
public final class TestPages {

  private static final String READ =
      """
      SELECT ordering, persistence_id, sequence_number, slice, write_timestamp,
             event_ser_id, event_ser_manifest, event_payload
      FROM event_journal
      WHERE ordering > ? AND slice BETWEEN ? AND ?
      ORDER BY ordering
      LIMIT ?
      """;

  private TestPages() {}

  /** The next rows, or an empty page that stays where it was. */
  public static Page next(
      Connection db, Serialization serialization, SliceRange range, long after, int limit)
      throws SQLException {
    try (var statement = db.prepareStatement(READ)) {
      statement.setLong(1, after);
      statement.setInt(2, range.first());
      statement.setInt(3, range.last());
      statement.setInt(4, limit);
      var rows = new ArrayList<JournalRow>();
      try (var result = statement.executeQuery()) {
        while (result.next()) {
          rows.add(
              new JournalRow(
                  result.getLong(1),
                  result.getString(2),
                  result.getLong(3),
                  result.getInt(4),
                  Instant.ofEpochMilli(result.getLong(5)),
                  new StoredEvent(
                      serialization, result.getInt(6), result.getString(7), result.getBytes(8))));
        }
      }
      return page(rows, after);
    }
  }

  public static Page page(List<JournalRow> rows, long after) {
    return new Page(rows, rows.isEmpty() ? after : rows.get(rows.size() - 1).ordering());
  }
}
