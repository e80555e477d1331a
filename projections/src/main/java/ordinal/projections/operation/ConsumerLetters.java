package ordinal.projections.operation;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import ordinal.projections.operation.DeadLetters.Filter;
import ordinal.projections.sql.Sql;

/**
 * The dead letters of consumers. A replay marks them; whoever holds a letter's partition looks for
 * marked ones every second or so and handles them again, in order for each key.
 */
final class ConsumerLetters {

  private static final int AT_ONCE = 500;

  private static final String ONE =
      "SELECT id FROM dead_letter WHERE source = 'CONSUMER' AND status = 'DEAD' AND id = ?";
  private static final String NEXT =
      """
      SELECT id FROM dead_letter
       WHERE source = 'CONSUMER' AND status = 'DEAD' AND id > ?%s ORDER BY id LIMIT %d""";
  private static final String MARK =
      """
      UPDATE dead_letter SET status = 'REPLAYING', updated_at = ?
       WHERE source = 'CONSUMER' AND status = 'DEAD' AND id IN (%s)""";

  private final Sql database;
  private final Clock clock;

  ConsumerLetters(Sql database, Clock clock) {
    this.database = database;
    this.clock = clock;
  }

  CompletionStage<Integer> replay(String id) {
    return database.inTransaction(db -> mark(db, ids(db, ONE, List.of(id))));
  }

  /** By their ids: a letter that dies again meanwhile is not marked again. */
  CompletionStage<Integer> replayAll(Filter filter) {
    return replayFrom("", filter, 0);
  }

  /** What was marked, up to which letter. */
  private record Marked(int letters, List<String> ids) {}

  private CompletionStage<Integer> replayFrom(String after, Filter filter, int before) {
    return database
        .inTransaction(
            db -> {
              var values = new ArrayList<Object>(List.of(after));
              var sql = NEXT.formatted(SqlDeadLetters.matching(filter, values), AT_ONCE);
              var ids = ids(db, sql, values);
              return new Marked(mark(db, ids), ids);
            })
        .thenCompose(
            marked -> {
              int sum = before + marked.letters();
              int found = marked.ids().size();
              return found < AT_ONCE
                  ? CompletableFuture.completedFuture(sum)
                  : replayFrom(marked.ids().get(found - 1), filter, sum);
            });
  }

  private static List<String> ids(Connection db, String sql, List<?> values) throws SQLException {
    try (var query = db.prepareStatement(sql)) {
      SqlDeadLetters.fill(query, List.copyOf(values));
      var ids = new ArrayList<String>();
      try (var rows = query.executeQuery()) {
        while (rows.next()) ids.add(rows.getString(1));
      }
      return ids;
    }
  }

  private int mark(Connection db, List<String> ids) throws SQLException {
    if (ids.isEmpty()) return 0;
    try (var update = db.prepareStatement(MARK.formatted(Sql.places(ids.size())))) {
      var values = new ArrayList<Object>(List.of(Sql.utc(clock.instant())));
      values.addAll(ids);
      SqlDeadLetters.fill(update, values);
      return update.executeUpdate();
    }
  }
}
