package ordinal.journal;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Types;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import org.apache.pekko.persistence.jdbc.journal.dao.JournalTables.JournalPekkoSerializationRow;
import scala.Option;
import scala.Tuple2;

/** Events into the journal with one statement: all of them are written, or none. */
final class EventInsert {

  private static final String INTO =
      "INSERT INTO event_journal (deleted, persistence_id, sequence_number, writer,"
          + " write_timestamp, adapter_manifest, event_payload, event_ser_id, event_ser_manifest,"
          + " meta_payload, meta_ser_id, meta_ser_manifest) VALUES ";
  private static final String ROW = "(?,?,?,?,?,?,?,?,?,?,?,?)";

  private EventInsert() {}

  /** Writes them in the order of their numbers, so that an entity's events stay in order. */
  static <T> int into(Connection connection, List<Tuple2<JournalPekkoSerializationRow, T>> events)
      throws SQLException {
    var sql = INTO + String.join(",", Collections.nCopies(events.size(), ROW));
    try (var statement = connection.prepareStatement(sql)) {
      int at = 1;
      var byNumber =
          events.stream()
              .map(Tuple2::_1)
              .sorted(Comparator.comparingLong(JournalPekkoSerializationRow::sequenceNumber))
              .toList();
      for (var row : byNumber) at = set(statement, at, row);
      return statement.executeUpdate();
    }
  }

  private static int set(PreparedStatement statement, int first, JournalPekkoSerializationRow row)
      throws SQLException {
    int at = first;
    statement.setBoolean(at++, row.deleted());
    statement.setString(at++, row.persistenceId());
    statement.setLong(at++, row.sequenceNumber());
    statement.setString(at++, row.writer());
    statement.setLong(at++, row.writeTimestamp());
    statement.setString(at++, row.adapterManifest());
    statement.setBytes(at++, row.eventPayload());
    statement.setInt(at++, row.eventSerId());
    statement.setString(at++, row.eventSerManifest());
    setOrNull(statement, at++, row.metaPayload(), Types.BLOB);
    setOrNull(statement, at++, row.metaSerId(), Types.INTEGER);
    setOrNull(statement, at++, row.metaSerManifest(), Types.VARCHAR);
    return at;
  }

  private static void setOrNull(PreparedStatement statement, int at, Option<?> value, int type)
      throws SQLException {
    if (value.isEmpty()) {
      statement.setNull(at, type);
    } else {
      statement.setObject(at, value.get());
    }
  }
}
