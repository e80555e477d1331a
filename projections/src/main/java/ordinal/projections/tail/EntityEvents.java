package ordinal.projections.tail;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import ordinal.projections.sql.Sql;
import org.apache.pekko.serialization.Serialization;

/**
 * Entities' own events, read straight from the journal in the caller's transaction: for those who
 * compare, not for those who follow. What is committed is there; what comes may come below it.
 */
public final class EntityEvents {

  private static final String COLUMNS =
      """
      SELECT j.ordering, j.persistence_id, j.sequence_number, j.slice, j.write_timestamp,
             j.event_ser_id, j.event_ser_manifest, j.event_payload
      FROM event_journal j""";

  private static final String ALL =
      COLUMNS
          + """
             FORCE INDEX (event_journal_by_entity)
            WHERE j.persistence_id IN (%s) ORDER BY j.persistence_id, j.sequence_number""";

  private static final String NEXT =
      COLUMNS
          + """
             FORCE INDEX (event_journal_by_entity)
            WHERE j.persistence_id = ? AND j.sequence_number > ?
            ORDER BY j.sequence_number LIMIT ?""";

  private final Serialization serialization;

  public EntityEvents(Serialization serialization) {
    this.serialization = serialization;
  }

  /** All events of each, in their order; one that has none is not in it. For short lives only. */
  public Map<String, List<JournalRow>> all(Connection db, Collection<String> persistenceIds)
      throws SQLException {
    var found = new LinkedHashMap<String, List<JournalRow>>();
    if (persistenceIds.isEmpty()) return found;
    try (var statement = db.prepareStatement(ALL.formatted(Sql.places(persistenceIds.size())))) {
      int at = 1;
      for (var id : persistenceIds) statement.setString(at++, id);
      for (var row : read(statement)) {
        found.computeIfAbsent(row.persistenceId(), id -> new ArrayList<>()).add(row);
      }
    }
    return found;
  }

  /** The next events of one entity behind a sequence number. */
  public List<JournalRow> next(Connection db, String persistenceId, long after, int most)
      throws SQLException {
    try (var statement = db.prepareStatement(NEXT)) {
      statement.setString(1, persistenceId);
      statement.setLong(2, after);
      statement.setInt(3, most);
      return read(statement);
    }
  }

  private List<JournalRow> read(PreparedStatement statement) throws SQLException {
    var found = new ArrayList<JournalRow>();
    try (var rows = statement.executeQuery()) {
      while (rows.next()) found.add(JournalReader.row(rows, serialization));
    }
    return found;
  }
}
