package ordinal.faults.checker;

import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Reads everything from the database as it stands at one moment, with plain SQL. */
final class DatabaseReader implements AutoCloseable {

  private static final String EVENTS =
      """
      SELECT ordering, persistence_id, sequence_number, slice, deleted, event_ser_manifest,
             event_payload
      FROM event_journal ORDER BY ordering""";

  /** A head is saved now and then; what is on Kafka it has passed as well. */
  private static final String HEAD =
      """
      SELECT GREATEST((SELECT COALESCE(MAX(ordering), 0) FROM journal_head),
                      (SELECT COALESCE(MAX(ordering), 0) FROM event_delivery))""";

  private final Connection connection;

  private DatabaseReader(Connection connection) {
    this.connection = connection;
  }

  static DatabaseReader connect(String jdbcUrl, String user, String password) {
    try {
      var connection = DriverManager.getConnection(jdbcUrl, user, password);
      connection.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
      connection.setReadOnly(true);
      connection.setAutoCommit(false);
      return new DatabaseReader(connection);
    } catch (SQLException e) {
      throw new CheckFailure("the database does not let us in: " + e.getMessage(), e);
    }
  }

  Journal journal() {
    var events = new ArrayList<StoredEvent>();
    var markers = new ArrayList<StoredEvent>();
    long head = number(HEAD);
    each(
        EVENTS,
        rows -> {
          var event = event(rows);
          (event.persistenceId().equals(Journal.MARKER) ? markers : events).add(event);
        });
    return new Journal(
        Journal.group(events),
        markers,
        number("SELECT COUNT(*) FROM event_journal WHERE ordering <= " + head),
        head,
        (int) number("SELECT value FROM fixed_setting WHERE name = 'slices'"),
        text("SELECT value FROM fixed_setting WHERE name = 'journal-id'"));
  }

  private static StoredEvent event(ResultSet rows) throws SQLException {
    return new StoredEvent(
        rows.getLong(1),
        rows.getString(2),
        rows.getLong(3),
        rows.getObject(4, Integer.class),
        rows.getBoolean(5),
        rows.getString(6),
        new String(rows.getBytes(7), StandardCharsets.UTF_8));
  }

  /** A table's rows as text, by the text of their key. */
  Map<String, Row> table(View view) {
    var found = new LinkedHashMap<String, Row>();
    int columns = view.columns().size();
    each(view.query(), rows -> found.put(rows.getString(1), row(rows, columns)));
    return found;
  }

  private static Row row(ResultSet rows, int columns) throws SQLException {
    var row = new Row(columns);
    for (int i = 0; i < columns; i++) row.add(rows.getString(i + 2));
    return row;
  }

  /** What is to be done with the row that the cursor is on. */
  @FunctionalInterface
  private interface RowReader {
    void read(ResultSet rows) throws SQLException;
  }

  private void each(String query, RowReader reader) {
    try (var statement =
        connection.createStatement(ResultSet.TYPE_FORWARD_ONLY, ResultSet.CONCUR_READ_ONLY)) {
      statement.setFetchSize(Integer.MIN_VALUE); // The driver's word for "row by row".
      try (var rows = statement.executeQuery(query)) {
        while (rows.next()) reader.read(rows);
      }
    } catch (SQLException e) {
      throw new CheckFailure("cannot read the database: " + e.getMessage(), e);
    }
  }

  private long number(String query) {
    var text = text(query);
    return text.isEmpty() ? 0 : Long.parseLong(text);
  }

  private String text(String query) {
    List<String> found = new ArrayList<>(1);
    each(query, rows -> found.add(rows.getString(1)));
    return found.isEmpty() ? "" : found.get(0);
  }

  @Override
  public void close() {
    try {
      connection.close();
    } catch (SQLException e) {
      throw new CheckFailure("cannot let go of the database: " + e.getMessage(), e);
    }
  }
}
