package ordinal.cash.reconciliation;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import ordinal.projections.sql.Sql;
import org.jspecify.annotations.Nullable;

/**
 * What the journal took in during a span of time, as places in it: behind {@code after}, up to
 * {@code upTo}. The journal has no index by time and needs none: its places grow with time, but for
 * the moments by which clocks and transactions differ.
 */
record JournalWindow(long after, long upTo) {

  private static final String AT =
      """
      SELECT ordering, write_timestamp FROM event_journal
      WHERE ordering >= ? AND persistence_id <> '~hole' ORDER BY ordering LIMIT 1""";

  /**
   * An entity is taken where its first event in the window is: then each is taken once. Sequence
   * numbers and places of one entity grow together.
   */
  private static final String ENTITIES =
      """
      SELECT j.ordering, j.persistence_id, j.write_timestamp
      FROM event_journal j
        LEFT JOIN event_journal p ON p.persistence_id = j.persistence_id
          AND p.sequence_number = j.sequence_number - 1
      WHERE j.ordering > ? AND j.ordering <= ? AND j.persistence_id <> '~hole'
        AND (p.ordering IS NULL OR p.ordering <= ?)
      ORDER BY j.ordering LIMIT ?""";

  /**
   * Some entities.
   *
   * @param upTo the place behind which the next ones are
   * @param until when the event at that place was written; null at the window's end
   */
  record Entities(List<String> persistenceIds, long upTo, @Nullable Instant until) {
    Entities {
      persistenceIds = List.copyOf(persistenceIds);
    }
  }

  /**
   * The window of a span.
   *
   * @param overlap begins so much earlier, so that nothing falls between two windows because a
   *     clock was wrong or a transaction took its time
   */
  static JournalWindow of(Connection db, Instant from, Instant to, Duration overlap)
      throws SQLException {
    long end = Sql.number(db, "SELECT COALESCE(MAX(ordering), 0) FROM event_journal");
    long after = before(db, from.minus(overlap), end);
    return new JournalWindow(after, Math.max(after, before(db, to, end)));
  }

  /** The last place before the first event that is of that moment or later. */
  private static long before(Connection db, Instant moment, long end) throws SQLException {
    long low = 0; // Everything up to here is earlier.
    long high = end + 1; // From here on nothing is.
    while (low + 1 < high) {
      long middle = low + (high - low) / 2;
      if (isEarlier(db, middle, moment)) {
        low = middle;
      } else {
        high = middle;
      }
    }
    return low;
  }

  private static boolean isEarlier(Connection db, long place, Instant moment) throws SQLException {
    try (var statement = db.prepareStatement(AT)) {
      statement.setLong(1, place);
      try (var row = statement.executeQuery()) {
        return row.next() && row.getLong(2) < moment.toEpochMilli();
      }
    }
  }

  long places() {
    return upTo - after;
  }

  /** The next entities behind a place of the window; fewer than asked for are the last ones. */
  Entities entities(Connection db, long behind, int most) throws SQLException {
    try (var statement = db.prepareStatement(ENTITIES)) {
      statement.setLong(1, behind);
      statement.setLong(2, upTo);
      statement.setLong(3, after);
      statement.setInt(4, most);
      var found = new ArrayList<String>();
      long last = behind;
      long lastAt = 0;
      try (var rows = statement.executeQuery()) {
        while (rows.next()) {
          last = rows.getLong(1);
          found.add(rows.getString(2));
          lastAt = rows.getLong(3);
        }
      }
      return found.size() < most
          ? new Entities(found, upTo, null)
          : new Entities(found, last, Instant.ofEpochMilli(lastAt));
    }
  }
}
