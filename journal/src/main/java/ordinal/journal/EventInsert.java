package ordinal.journal;

import com.mysql.cj.jdbc.JdbcConnection;
import com.mysql.cj.jdbc.StatementImpl;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.HexFormat;
import org.apache.pekko.persistence.jdbc.journal.dao.JournalTables.JournalPekkoSerializationRow;

/**
 * Events into the journal with one statement, written as text: all of them are in, or none.
 *
 * <p>The driver writes a placeholder's bytes one by one through a stream; that alone was 6 % of the
 * samples in a profile. No value can end its literal, whatever is in it and in whichever SQL mode:
 * it goes in quotes only if it is made of characters that mean nothing to SQL there, which the JSON
 * of nearly all events is; everything else goes as hexadecimal digits.
 */
final class EventInsert {

  /** No ordering that the database gives. */
  static final long UNPLACED = 0;

  private static final String INTO =
      "INSERT INTO event_journal (deleted, persistence_id, sequence_number, writer,"
          + " write_timestamp, adapter_manifest, event_payload, event_ser_id, event_ser_manifest,"
          + " meta_payload, meta_ser_id, meta_ser_manifest) VALUES ";

  /** Of a row beside its payload, about. */
  private static final int ROW_LENGTH = 250;

  private static final HexFormat HEX = HexFormat.of();

  private final StringBuilder sql;
  private int rows;

  EventInsert(int expectedBytes, int expectedRows) {
    this.sql = new StringBuilder(INTO.length() + expectedBytes + expectedRows * ROW_LENGTH);
    sql.append(INTO);
  }

  /** One more row. An entity's own come in the order of their numbers. */
  EventInsert add(JournalPekkoSerializationRow row) {
    if (rows++ > 0) sql.append(',');
    sql.append('(').append(row.deleted() ? '1' : '0').append(',');
    text(row.persistenceId());
    sql.append(',').append(row.sequenceNumber()).append(',');
    text(row.writer());
    sql.append(',').append(row.writeTimestamp()).append(',');
    text(row.adapterManifest());
    sql.append(',');
    bytes(row.eventPayload());
    sql.append(',').append(row.eventSerId()).append(',');
    text(row.eventSerManifest());
    var meta = row.metaPayload();
    if (meta.isEmpty()) {
      sql.append(",NULL,NULL,NULL)");
    } else {
      sql.append(',');
      bytes(meta.get());
      sql.append(',').append(row.metaSerId().get()).append(',');
      text(row.metaSerManifest().get());
      sql.append(')');
    }
    return this;
  }

  /**
   * Returns the ordering of the first row; the others have the next ones, because the server gives
   * a statement that names all of its rows consecutive numbers. {@link #UNPLACED} from a server
   * that counts in steps.
   */
  long execute(Connection connection) throws SQLException {
    try (var statement = connection.createStatement()) {
      // JDBC's own {escapes} are not ours, and looking for them takes time.
      statement.setEscapeProcessing(false);
      statement.executeUpdate(sql.toString());
      // Asked for in JDBC's way, the driver looks through the whole text for a clause first.
      boolean inSteps = connection.unwrap(JdbcConnection.class).getAutoIncrementIncrement() != 1;
      return inSteps ? UNPLACED : statement.unwrap(StatementImpl.class).getLastInsertID();
    }
  }

  /** For tests. */
  String sql() {
    return sql.toString();
  }

  private void text(String value) {
    for (int i = 0; i < value.length(); i++) {
      if (!isPlain(value.charAt(i))) {
        sql.append("_utf8mb4 X'");
        sql.append(HEX.formatHex(value.getBytes(StandardCharsets.UTF_8))).append('\'');
        return;
      }
    }
    sql.append('\'').append(value).append('\'');
  }

  private void bytes(byte[] value) {
    for (byte one : value) {
      if (!isPlain((char) (one & 0xff))) {
        sql.append("X'").append(HEX.formatHex(value)).append('\'');
        return;
      }
    }
    sql.append("_binary'").append(new String(value, StandardCharsets.ISO_8859_1)).append('\'');
  }

  private static boolean isPlain(char c) {
    return c >= ' ' && c < 0x7f && c != '\'' && c != '\\';
  }
}
