package ordinal.cash.reconciliation;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.Set;
import ordinal.projections.operation.Positions;
import ordinal.projections.sql.Sql;

/**
 * Which projections have taken in a window of the journal. One that is held or slow has nothing to
 * be compared yet: what it lacks is not missing.
 */
record Readiness(int slices) {

  /** Those of them that have events of the window still before them. */
  Set<String> behind(Connection db, Collection<String> projections, long upTo) throws SQLException {
    var behind = new LinkedHashSet<String>();
    if (projections.isEmpty()) return behind;
    for (int slice = 0; slice < slices; slice++) {
      long newest = newest(db, slice, upTo);
      for (var projection : projections) {
        if (!behind.contains(projection) && Positions.of(db, projection).of(slice) < newest) {
          behind.add(projection);
        }
      }
    }
    return behind;
  }

  /** A look at an index: the slice's last event in the window or before. */
  private static long newest(Connection db, int slice, long upTo) throws SQLException {
    return Sql.number(
        db,
        "SELECT COALESCE(MAX(ordering), 0) FROM event_journal WHERE slice = %d AND ordering <= %d"
            .formatted(slice, upTo));
  }
}
