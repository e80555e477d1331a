package ordinal.projections.kafka;

import java.sql.SQLException;
import javax.sql.DataSource;
import ordinal.projections.tail.SliceRange;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Whether the publisher of a slice is waiting for its next attempt, for whoever asks on any node.
 * Only for show: what cannot be written now is not worth a failure.
 */
final class SliceStates {

  private static final Logger LOG = LoggerFactory.getLogger(SliceStates.class);

  private static final String SET =
      """
      INSERT INTO outbox_slice (slice, state, attempts, last_error, since)
      VALUES (?, ?, ?, ?, UTC_TIMESTAMP(3))
      ON DUPLICATE KEY UPDATE since = IF(state = VALUES(state), since, VALUES(since)),
        state = VALUES(state), attempts = VALUES(attempts), last_error = VALUES(last_error)""";

  private static final int LONGEST_ERROR = 500;

  private final DataSource database;

  SliceStates(DataSource database) {
    this.database = database;
  }

  void running(SliceRange range) {
    set(range, "RUNNING", 0, "");
  }

  void retrying(SliceRange range, int attempts, String error) {
    set(range, "RETRYING", attempts, error);
  }

  private void set(SliceRange range, String state, int attempts, String error) {
    try (var connection = database.getConnection();
        var statement = connection.prepareStatement(SET)) {
      for (int slice = range.first(); slice <= range.last(); slice++) {
        statement.setInt(1, slice);
        statement.setString(2, state);
        statement.setInt(3, attempts);
        statement.setString(4, error.substring(0, Math.min(error.length(), LONGEST_ERROR)));
        statement.addBatch();
      }
      statement.executeBatch();
    } catch (SQLException e) {
      LOG.debug("the state of slices {} is not stored: {}", range.key(), e.toString());
    }
  }
}
