package ordinal.faults;

import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Set;
import ordinal.faults.checker.Part;
import ordinal.faults.checker.Sources;
import org.jspecify.annotations.Nullable;

/**
 * Waits at the end until everything in the journal is on Kafka and in the views, as the servers
 * themselves count it; what the product says about its own lag is not asked.
 */
final class Settling {

  private static final String COUNTS =
      """
      SELECT (SELECT COUNT(*) FROM event_journal WHERE persistence_id <> '~hole'),
             (SELECT COALESCE(SUM(last_seq), 0) FROM order_view),
             (SELECT COUNT(*) FROM order_state_flow),
             (SELECT COUNT(*) FROM event_delivery)""";

  /** How far each is. */
  record Counts(long events, long records, long inViews, long inFlow, long deliveries) {

    boolean agreeOn(Set<Part> parts) {
      return (!parts.contains(Part.KAFKA) || records >= events)
          && (!parts.contains(Part.VIEWS) || (inViews >= events && inFlow >= events))
          && (!parts.contains(Part.DELIVERIES) || deliveries >= events);
    }

    @Override
    public String toString() {
      return "journal %d, Kafka %d, views %d and %d, deliveries %d"
          .formatted(events, records, inViews, inFlow, deliveries);
    }
  }

  private final Sources sources;
  private final @Nullable CommittedWatch watch;
  private Counts last = new Counts(-1, 0, 0, 0, 0);

  Settling(Sources sources, @Nullable CommittedWatch watch) {
    this.sources = sources;
    this.watch = watch;
  }

  /**
   * Whether they came to agree within the limit, and stayed so for a moment.
   *
   * @param meanwhile is done before each look
   */
  boolean isDoneWithin(Duration limit, Runnable meanwhile) throws InterruptedException {
    return Waiting.isWithin(
        limit,
        () -> {
          meanwhile.run();
          return agreesAgain();
        });
  }

  Counts last() {
    return last;
  }

  private boolean agreesAgain() {
    var before = last;
    try {
      last = count();
    } catch (SQLException e) {
      return false; // The limit ends this.
    }
    return last.equals(before) && last.agreeOn(sources.parts());
  }

  private Counts count() throws SQLException {
    try (var connection =
            DriverManager.getConnection(sources.jdbcUrl(), sources.user(), sources.password());
        var statement = connection.createStatement();
        var rows = statement.executeQuery(COUNTS)) {
      rows.next();
      return new Counts(
          rows.getLong(1),
          watch == null ? 0 : watch.records(),
          rows.getLong(2),
          rows.getLong(3),
          rows.getLong(4));
    }
  }
}
