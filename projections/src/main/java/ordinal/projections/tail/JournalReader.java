package ordinal.projections.tail;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;
import org.apache.pekko.serialization.Serialization;
import org.jspecify.annotations.Nullable;

/** The journal's rows, read with plain queries. Each sees what was committed before it began. */
final class JournalReader {

  /** The entity that markers are said to be of. */
  static final String MARKER = "~hole";

  private static final String COLUMNS =
      """
      SELECT ordering, persistence_id, sequence_number, slice, write_timestamp, event_ser_id,
             event_ser_manifest, event_payload
      FROM event_journal""";

  private static final String AFTER = COLUMNS + " WHERE ordering > ? ORDER BY ordering LIMIT ?";

  private static final String OF_SLICE =
      COLUMNS
          + """
             FORCE INDEX (event_journal_by_slice)
            WHERE slice = ? AND ordering > ? AND ordering <= ? ORDER BY ordering LIMIT ?""";

  /** Along the log, past the rows of others: of every four slices' rows one in four is ours. */
  private static final String OF_SLICES =
      COLUMNS
          + """
             FORCE INDEX (PRIMARY)
            WHERE slice BETWEEN ? AND ? AND ordering > ? AND ordering <= ?
            ORDER BY ordering LIMIT ?""";

  private static final String OF_ENTITY =
      COLUMNS
          + " WHERE persistence_id = ? AND sequence_number > ? ORDER BY sequence_number LIMIT ?";

  /** A row that may be a marker: then there is no event. */
  record Read(long ordering, @Nullable JournalRow event) {}

  private final DataSource database;
  private final Serialization serialization;

  JournalReader(DataSource database, Serialization serialization) {
    this.database = database;
    this.serialization = serialization;
  }

  /**
   * Whether the rows of one statement get consecutive orderings. Nodes of a Galera cluster number
   * in steps that change when one joins, under the connections that there are.
   */
  boolean numbersWithoutSteps() throws SQLException {
    return !isOn("wsrep_on");
  }

  /** Whether the server knows such a variable, and it is on. */
  boolean isOn(String variable) throws SQLException {
    try (var connection = database.getConnection();
        var statement = connection.prepareStatement("SHOW VARIABLES LIKE ?")) {
      statement.setString(1, variable);
      try (var rows = statement.executeQuery()) {
        return rows.next() && rows.getString(2).equalsIgnoreCase("ON");
      }
    }
  }

  /** The next rows of the whole journal, markers too. */
  List<Read> after(long ordering, int limit) throws SQLException {
    try (var connection = database.getConnection();
        var statement = connection.prepareStatement(AFTER)) {
      statement.setLong(1, ordering);
      statement.setInt(2, limit);
      var found = new ArrayList<Read>();
      try (var rows = statement.executeQuery()) {
        while (rows.next()) {
          boolean marker = rows.getString(2).equals(MARKER);
          found.add(new Read(rows.getLong(1), marker ? null : row(rows)));
        }
      }
      return found;
    }
  }

  /** The next events of some slices, none behind {@code upTo}. */
  List<JournalRow> events(SliceRange range, long after, long upTo, int limit) throws SQLException {
    try (var connection = database.getConnection();
        var statement = prepare(connection, range)) {
      int at = range.isOne() ? 2 : 3;
      statement.setLong(at, after);
      statement.setLong(at + 1, upTo);
      statement.setInt(at + 2, limit);
      return events(statement);
    }
  }

  private static PreparedStatement prepare(Connection connection, SliceRange range)
      throws SQLException {
    var statement = connection.prepareStatement(range.isOne() ? OF_SLICE : OF_SLICES);
    statement.setInt(1, range.first());
    if (!range.isOne()) statement.setInt(2, range.last());
    return statement;
  }

  /** An entity's events behind a sequence number. */
  List<JournalRow> eventsOf(String persistenceId, long after, int limit) throws SQLException {
    try (var connection = database.getConnection();
        var statement = connection.prepareStatement(OF_ENTITY)) {
      statement.setString(1, persistenceId);
      statement.setLong(2, after);
      statement.setInt(3, limit);
      return events(statement);
    }
  }

  long lastOrdering() throws SQLException {
    try (var connection = database.getConnection();
        var statement = connection.createStatement();
        var rows = statement.executeQuery("SELECT MAX(ordering) FROM event_journal")) {
      return rows.next() ? rows.getLong(1) : 0;
    }
  }

  private List<JournalRow> events(PreparedStatement statement) throws SQLException {
    var found = new ArrayList<JournalRow>();
    try (var rows = statement.executeQuery()) {
      while (rows.next()) found.add(row(rows));
    }
    return found;
  }

  private JournalRow row(ResultSet rows) throws SQLException {
    return row(rows, serialization);
  }

  /** Of a result with these columns in this order. */
  static JournalRow row(ResultSet rows, Serialization serialization) throws SQLException {
    return new JournalRow(
        rows.getLong(1),
        rows.getString(2),
        rows.getLong(3),
        rows.getInt(4),
        Instant.ofEpochMilli(rows.getLong(5)),
        new StoredEvent(serialization, rows.getInt(6), rows.getString(7), rows.getBytes(8)));
  }
}
