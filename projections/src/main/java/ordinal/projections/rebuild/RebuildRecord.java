package ordinal.projections.rebuild;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import ordinal.projections.operation.ProjectionControl.Rebuild;
import ordinal.projections.sql.Sql;
import ordinal.projections.views.OrderViews;

/** The last rebuild, as it is kept in projection_rebuild. */
record RebuildRecord(
    State state, Instant startedAt, long handled, long toHandle, long differences, String detail) {

  private static final int LONGEST_DETAIL = 500;

  /** How far it is. */
  enum State {
    BUILDING,
    COMPARING,
    SWITCHED,
    FAILED;

    boolean isUnderWay() {
      return this == BUILDING || this == COMPARING;
    }
  }

  static RebuildRecord begun(Instant at, long toHandle) {
    return new RebuildRecord(State.BUILDING, at.truncatedTo(ChronoUnit.MILLIS), 0, toHandle, 0, "");
  }

  RebuildRecord handled(long events) {
    return new RebuildRecord(
        state, startedAt, events, Math.max(events, toHandle), differences, detail);
  }

  RebuildRecord comparing() {
    return new RebuildRecord(State.COMPARING, startedAt, handled, toHandle, differences, detail);
  }

  RebuildRecord ended(State end, long newDifferences, String newDetail) {
    return new RebuildRecord(end, startedAt, handled, toHandle, newDifferences, newDetail);
  }

  static Optional<RebuildRecord> read(Connection db) throws SQLException {
    try (var statement =
        db.prepareStatement(
            """
            SELECT state, started_at, handled, to_handle, differences, detail
            FROM projection_rebuild WHERE projection_name = ?""")) {
      statement.setString(1, OrderViews.NAME);
      try (var row = statement.executeQuery()) {
        if (!row.next()) return Optional.empty();
        return Optional.of(
            new RebuildRecord(
                State.valueOf(row.getString(1)),
                Sql.time(row, 2),
                row.getLong(3),
                row.getLong(4),
                row.getLong(5),
                row.getString(6)));
      }
    }
  }

  void save(Connection db) throws SQLException {
    try (var statement =
        db.prepareStatement("REPLACE INTO projection_rebuild VALUES (?,?,?,?,?,?,?)")) {
      statement.setString(1, OrderViews.NAME);
      statement.setString(2, state.name());
      statement.setObject(3, Sql.utc(startedAt));
      statement.setLong(4, handled);
      statement.setLong(5, toHandle);
      statement.setLong(6, differences);
      statement.setString(
          7, detail.length() > LONGEST_DETAIL ? detail.substring(0, LONGEST_DETAIL) : detail);
      statement.executeUpdate();
    }
  }

  Rebuild shown() {
    return new Rebuild(state.name(), startedAt.toString(), handled, toHandle, differences, detail);
  }
}
