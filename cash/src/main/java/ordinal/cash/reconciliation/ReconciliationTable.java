package ordinal.cash.reconciliation;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import ordinal.cash.reconciliation.Reconciliations.Action;
import ordinal.cash.reconciliation.Reconciliations.Cause;
import ordinal.cash.reconciliation.Reconciliations.Difference;
import ordinal.cash.reconciliation.Reconciliations.Run;
import ordinal.cash.reconciliation.Reconciliations.State;
import ordinal.projections.sql.MultiRowInsert;
import ordinal.projections.sql.Sql;
import org.jspecify.annotations.Nullable;

/** The SQL of {@code reconciliation} and {@code reconciliation_difference}. */
final class ReconciliationTable {

  private static final int LONGEST_TEXT = 500;
  private static final int LONGEST_SUBJECT = 200;

  private static final String COLUMNS =
      """
      id, cause, state, repair, from_at, to_at, started_at, ended_at, checked, to_check,
      differences, repaired, detail""";

  private static final String INSERT =
      "INSERT INTO reconciliation (" + COLUMNS + ") VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?)";

  private static final String UPDATE =
      """
      UPDATE reconciliation SET state = ?, ended_at = ?, checked = ?, to_check = ?,
        differences = ?, repaired = ?, detail = ?, covered_to = ?
      WHERE id = ? AND state = 'RUNNING'""";

  private static final String INTERRUPTED =
      """
      UPDATE reconciliation SET state = 'FAILED', ended_at = ?,
        detail = 'interrupted: the node that ran it is gone'
      WHERE state = 'RUNNING' AND (cause = 'REQUESTED') = ?""";

  private static final String ONE = "SELECT " + COLUMNS + " FROM reconciliation WHERE id = ?";

  private static final String NEWEST =
      "SELECT " + COLUMNS + " FROM reconciliation ORDER BY started_at DESC, id DESC LIMIT ?";

  private static final String OLDER =
      "SELECT "
          + COLUMNS
          + """
             FROM reconciliation WHERE (started_at, id) < (?, ?)
            ORDER BY started_at DESC, id DESC LIMIT ?""";

  private static final String LAST_OF =
      "SELECT "
          + COLUMNS
          + " FROM reconciliation WHERE cause = ? ORDER BY started_at DESC, id DESC LIMIT 1";

  private static final String COVERED =
      """
      SELECT COALESCE(MAX(covered_to), MIN(from_at)) FROM reconciliation WHERE cause = ?""";

  private static final String INSERT_DIFFERENCES =
      """
      INSERT INTO reconciliation_difference (reconciliation_id, no, kind, subject, expected, found,
        action, detail) VALUES""";

  private static final String DIFFERENCES =
      """
      SELECT no, kind, subject, expected, found, action, detail FROM reconciliation_difference
      WHERE reconciliation_id = ? AND no > ? ORDER BY no LIMIT ?""";

  private ReconciliationTable() {}

  static void insert(Connection db, Run run) throws SQLException {
    try (var statement = db.prepareStatement(INSERT)) {
      statement.setString(1, run.id());
      statement.setString(2, run.cause().name());
      statement.setString(3, run.state().name());
      statement.setBoolean(4, run.repair());
      statement.setObject(5, Sql.utc(run.from()));
      statement.setObject(6, Sql.utc(run.to()));
      statement.setObject(7, Sql.utc(run.startedAt()));
      setTime(statement, 8, run.endedAt());
      statement.setLong(9, run.checked());
      statement.setLong(10, run.toCheck());
      statement.setLong(11, run.differences());
      statement.setLong(12, run.repaired());
      statement.setString(13, cut(run.detail(), LONGEST_TEXT));
      statement.executeUpdate();
    }
  }

  /**
   * Changes nothing once the run has ended, or was given up as interrupted.
   *
   * @param covered up to when everything is compared and decided; null when nothing is
   */
  static void update(Connection db, Run run, @Nullable Instant covered) throws SQLException {
    try (var statement = db.prepareStatement(UPDATE)) {
      statement.setString(1, run.state().name());
      setTime(statement, 2, run.endedAt());
      statement.setLong(3, run.checked());
      statement.setLong(4, run.toCheck());
      statement.setLong(5, run.differences());
      statement.setLong(6, run.repaired());
      statement.setString(7, cut(run.detail(), LONGEST_TEXT));
      setTime(statement, 8, covered);
      statement.setString(9, run.id());
      statement.executeUpdate();
    }
  }

  /** Those that say that they run, while nobody has their lock: only for who has it. */
  static int giveUp(Connection db, boolean asked, Instant now) throws SQLException {
    try (var statement = db.prepareStatement(INTERRUPTED)) {
      statement.setObject(1, Sql.utc(now));
      statement.setBoolean(2, asked);
      return statement.executeUpdate();
    }
  }

  static Optional<Run> get(Connection db, String id) throws SQLException {
    return first(db, ONE, id);
  }

  static Optional<Run> last(Connection db, Cause cause) throws SQLException {
    return first(db, LAST_OF, cause.name());
  }

  /** Up to when runs of this cause have compared everything; at least from where they began. */
  static Optional<Instant> covered(Connection db, Cause cause) throws SQLException {
    try (var statement = db.prepareStatement(COVERED)) {
      statement.setString(1, cause.name());
      try (var row = statement.executeQuery()) {
        if (!row.next() || row.getObject(1) == null) return Optional.empty();
        return Optional.of(Sql.time(row, 1));
      }
    }
  }

  private static Optional<Run> first(Connection db, String sql, String value) throws SQLException {
    try (var statement = db.prepareStatement(sql)) {
      statement.setString(1, value);
      return read(statement).stream().findFirst();
    }
  }

  static List<Run> newest(Connection db, int most) throws SQLException {
    try (var statement = db.prepareStatement(NEWEST)) {
      statement.setInt(1, most);
      return read(statement);
    }
  }

  static List<Run> older(Connection db, Instant startedAt, String id, int most)
      throws SQLException {
    try (var statement = db.prepareStatement(OLDER)) {
      statement.setObject(1, Sql.utc(startedAt));
      statement.setString(2, id);
      statement.setInt(3, most);
      return read(statement);
    }
  }

  private static List<Run> read(PreparedStatement statement) throws SQLException {
    var found = new ArrayList<Run>();
    try (var rows = statement.executeQuery()) {
      while (rows.next()) found.add(run(rows));
    }
    return found;
  }

  private static Run run(ResultSet row) throws SQLException {
    return new Run(
        row.getString(1),
        Cause.valueOf(row.getString(2)),
        State.valueOf(row.getString(3)),
        row.getBoolean(4),
        Sql.time(row, 5),
        Sql.time(row, 6),
        Sql.time(row, 7),
        row.getObject(8) == null ? null : Sql.time(row, 8),
        row.getLong(9),
        row.getLong(10),
        row.getLong(11),
        row.getLong(12),
        row.getString(13));
  }

  static void insert(Connection db, String runId, List<Difference> differences)
      throws SQLException {
    var insert = new MultiRowInsert(INSERT_DIFFERENCES, "", differences.size());
    for (var one : differences) {
      insert
          .row()
          .text(runId)
          .number(one.no())
          .text(one.kind().name())
          .text(cut(one.subject(), LONGEST_SUBJECT))
          .text(cut(one.expected(), LONGEST_TEXT))
          .text(cut(one.found(), LONGEST_TEXT))
          .text(one.action().name())
          .text(cut(one.detail(), LONGEST_TEXT));
    }
    insert.execute(db);
  }

  static List<Difference> differences(Connection db, String runId, int most, long after)
      throws SQLException {
    try (var statement = db.prepareStatement(DIFFERENCES)) {
      statement.setString(1, runId);
      statement.setLong(2, after);
      statement.setInt(3, most);
      var found = new ArrayList<Difference>();
      try (var rows = statement.executeQuery()) {
        while (rows.next()) {
          found.add(
              new Difference(
                  rows.getLong(1),
                  DifferenceKind.valueOf(rows.getString(2)),
                  rows.getString(3),
                  rows.getString(4),
                  rows.getString(5),
                  Action.valueOf(rows.getString(6)),
                  rows.getString(7)));
        }
      }
      return found;
    }
  }

  private static void setTime(PreparedStatement statement, int at, @Nullable Instant time)
      throws SQLException {
    statement.setObject(at, time == null ? null : Sql.utc(time));
  }

  private static @Nullable String cut(@Nullable String text, int longest) {
    if (text == null || text.length() <= longest) return text;
    // Not between the two halves of a character.
    boolean split = Character.isHighSurrogate(text.charAt(longest - 1));
    return text.substring(0, split ? longest - 1 : longest);
  }
}
