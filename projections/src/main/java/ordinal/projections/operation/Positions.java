package ordinal.projections.operation;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import ordinal.projections.sql.Sql;
import ordinal.projections.tail.SliceRange;

/**
 * How far the parts of a projection have come, as stored. Rows of a view and its positions commit
 * together: in one snapshot of the database, what an event below its slice's position led to is in
 * the view.
 */
public final class Positions {

  private final Map<SliceRange, Long> byRange;

  private Positions(Map<SliceRange, Long> byRange) {
    this.byRange = byRange;
  }

  public static Positions of(Connection db, String projection) throws SQLException {
    return read(
        db,
        "SELECT projection_key, current_offset FROM projection_offset WHERE projection_name = ?",
        List.of(projection));
  }

  /**
   * The same of those parts that follow this slice, held: they move their position before they
   * touch a row, so none of them touches one until the caller's transaction ends.
   */
  public static Positions hold(Connection db, String projection, int slice) throws SQLException {
    var keys =
        of(db, projection).byRange.keySet().stream()
            .filter(range -> range.contains(slice))
            .map(SliceRange::key)
            .toList();
    if (keys.isEmpty()) return new Positions(Map.of());
    var values = new ArrayList<String>();
    values.add(projection);
    values.addAll(keys);
    return read(
        db,
        """
        SELECT projection_key, current_offset FROM projection_offset
        WHERE projection_name = ? AND projection_key IN (%s) FOR UPDATE"""
            .formatted(Sql.places(keys.size())),
        values);
  }

  private static Positions read(Connection db, String sql, List<String> values)
      throws SQLException {
    try (var statement = db.prepareStatement(sql)) {
      for (int i = 0; i < values.size(); i++) statement.setString(i + 1, values.get(i));
      var byRange = new LinkedHashMap<SliceRange, Long>();
      try (var rows = statement.executeQuery()) {
        while (rows.next()) byRange.put(SliceRange.of(rows.getString(1)), rows.getLong(2));
      }
      return new Positions(byRange);
    }
  }

  /** The last place of the journal that is handled of this slice; 0 when nothing is. */
  public long of(int slice) {
    return byRange.entrySet().stream()
        .filter(part -> part.getKey().contains(slice))
        .mapToLong(Map.Entry::getValue)
        .max() // Parts of an earlier division stay stored, and what they have handled is handled.
        .orElse(0);
  }
}
