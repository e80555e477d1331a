package ordinal.projections.rebuild;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import ordinal.projections.sql.Sql;
import ordinal.projections.tail.SliceRange;

/** How far the parts of a projection have come, by their ranges of slices. */
record Offsets(Map<SliceRange, Long> byRange) {

  Offsets {
    byRange = Map.copyOf(byRange);
  }

  /** As stored; 0 for a part that has none yet. */
  static Offsets stored(Connection db, String projection, List<SliceRange> ranges)
      throws SQLException {
    var sql =
        "SELECT projection_key, current_offset FROM projection_offset WHERE projection_name = ?";
    try (var statement = db.prepareStatement(sql)) {
      statement.setString(1, projection);
      var byKey = new HashMap<String, Long>();
      try (var rows = statement.executeQuery()) {
        while (rows.next()) byKey.put(rows.getString(1), rows.getLong(2));
      }
      var offsets = new HashMap<SliceRange, Long>();
      for (var range : ranges) offsets.put(range, byKey.getOrDefault(range.key(), 0L));
      return new Offsets(offsets);
    }
  }

  /** The last event that the journal has of each: a look at the end of an index for each slice. */
  static Offsets newest(Connection db, List<SliceRange> ranges) throws SQLException {
    var offsets = new HashMap<SliceRange, Long>();
    for (var range : ranges) {
      var ofSlices =
          IntStream.rangeClosed(range.first(), range.last())
              .mapToObj("(SELECT MAX(ordering) FROM event_journal WHERE slice = %d)"::formatted)
              .map("COALESCE(%s, 0)"::formatted)
              .collect(Collectors.joining(", ", "SELECT GREATEST(0, ", ")"));
      offsets.put(range, Sql.number(db, ofSlices));
    }
    return new Offsets(offsets);
  }

  /** Rows to lock: with none, a part could begin unseen. */
  static void ensureStored(Connection db, String projection, List<SliceRange> ranges)
      throws SQLException {
    var sql = "INSERT IGNORE INTO projection_offset VALUES (?, ?, '0', 'LNG', FALSE, 0)";
    try (var statement = db.prepareStatement(sql)) {
      for (var range : ranges) {
        statement.setString(1, projection);
        statement.setString(2, range.key());
        statement.executeUpdate();
      }
    }
  }

  /** Nobody else moves them until the transaction ends. */
  static void lock(Connection db, String projection) throws SQLException {
    var sql = "SELECT projection_key FROM projection_offset WHERE projection_name = ? FOR UPDATE";
    try (var statement = db.prepareStatement(sql)) {
      statement.setString(1, projection);
      statement.executeQuery().close();
    }
  }

  static void forget(Connection db, String projection) throws SQLException {
    Sql.execute(db, "DELETE FROM projection_offset WHERE projection_name = '" + projection + "'");
    Sql.execute(
        db, "DELETE FROM projection_management WHERE projection_name = '" + projection + "'");
  }

  boolean cover(Offsets others) {
    return others.byRange.entrySet().stream()
        .allMatch(other -> byRange.getOrDefault(other.getKey(), 0L) >= other.getValue());
  }

  /** In SQL: the offset that applies to an entity, by the name under which it is stored. */
  String of(String persistenceId, int slices) {
    var cases = new StringBuilder("CASE CRC32(" + persistenceId + ") % " + slices);
    for (int slice = 0; slice < slices; slice++) {
      for (var one : byRange.entrySet()) {
        if (one.getKey().contains(slice)) {
          cases.append(" WHEN ").append(slice).append(" THEN ").append(one.getValue());
        }
      }
    }
    return cases.append(" END").toString();
  }
}
