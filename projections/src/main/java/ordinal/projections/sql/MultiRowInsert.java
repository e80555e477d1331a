package ordinal.projections.sql;

import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/**
 * An insert of many rows in one statement, written as text.
 *
 * <p>A driver's placeholders cost most of a microsecond each, and a page of events has twenty
 * thousand of them: more than half of the time that this program spends on a page. Text costs a
 * tenth of that.
 *
 * <p>No value can end its literal, whatever is in it and in whichever SQL mode: text goes in quotes
 * only if it is made of characters that mean nothing to SQL there; all other text goes as the
 * hexadecimal digits of its bytes.
 */
public final class MultiRowInsert {

  private static final boolean[] PLAIN = new boolean[128];

  static {
    var plain = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._:-, ";
    for (int i = 0; i < plain.length(); i++) PLAIN[plain.charAt(i)] = true;
  }

  private final String ending;
  private final StringBuilder text;
  private int rows;
  private boolean first;

  /**
   * Starts a statement with no rows.
   *
   * @param beginning up to and including VALUES
   * @param ending what follows the rows, or nothing
   */
  public MultiRowInsert(String beginning, String ending, int expectedRows) {
    this.ending = ending;
    this.text = new StringBuilder(200 + expectedRows * 160).append(beginning);
  }

  /** Begins the next row; its values follow in the order of the columns. */
  public MultiRowInsert row() {
    text.append(rows++ == 0 ? " (" : "),(");
    first = true;
    return this;
  }

  public int rows() {
    return rows;
  }

  public MultiRowInsert number(long value) {
    separate();
    text.append(value);
    return this;
  }

  public MultiRowInsert numberOrNull(@Nullable Long value) {
    return value == null ? text(null) : number(value);
  }

  public MultiRowInsert flag(boolean value) {
    separate();
    text.append(value ? '1' : '0');
    return this;
  }

  public MultiRowInsert text(@Nullable String value) {
    separate();
    if (value == null) {
      text.append("NULL");
    } else if (isPlain(value)) {
      text.append('\'').append(value).append('\'');
    } else {
      text.append("_utf8mb4 X'");
      text.append(HexFormat.of().formatHex(value.getBytes(StandardCharsets.UTF_8))).append('\'');
    }
    return this;
  }

  /** DATETIME(3) has no zone; ours are UTC, whatever the server's or the machine's is. */
  public MultiRowInsert time(Instant value) {
    separate();
    var utc = LocalDateTime.ofEpochSecond(value.getEpochSecond(), 0, ZoneOffset.UTC);
    text.append('\'').append(utc.getYear());
    digits('-', utc.getMonthValue());
    digits('-', utc.getDayOfMonth());
    digits(' ', utc.getHour());
    digits(':', utc.getMinute());
    digits(':', utc.getSecond());
    int millis = value.getNano() / 1_000_000;
    text.append('.').append((char) ('0' + millis / 100));
    text.append((char) ('0' + millis / 10 % 10)).append((char) ('0' + millis % 10)).append('\'');
    return this;
  }

  public MultiRowInsert timeOrNull(@Nullable Instant value) {
    return value == null ? text(null) : time(value);
  }

  /** How many rows the database says it changed; 0 when there was nothing to do. */
  public int execute(Connection db) throws SQLException {
    if (rows == 0) return 0;
    text.append(") ").append(ending);
    try (var statement = db.createStatement()) {
      // JDBC's own {escapes} are not ours, and looking for them takes time.
      statement.setEscapeProcessing(false);
      return statement.executeUpdate(text.toString());
    }
  }

  private void separate() {
    if (!first) text.append(',');
    first = false;
  }

  private void digits(char before, int number) {
    text.append(before).append((char) ('0' + number / 10)).append((char) ('0' + number % 10));
  }

  private static boolean isPlain(String value) {
    for (int i = 0; i < value.length(); i++) {
      char c = value.charAt(i);
      if (c >= PLAIN.length || !PLAIN[c]) return false;
    }
    return true;
  }
}
