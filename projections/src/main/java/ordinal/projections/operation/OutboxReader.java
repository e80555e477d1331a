package ordinal.projections.operation;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.IntToLongFunction;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reads from the database how far the outbox and other projections are, so that any node can answer
 * for the whole cluster. Two statements, however many slices: where everybody stands, then how much
 * of the journal lies behind each of these places.
 *
 * <p>The two are not one snapshot. What is sent between them is still counted as pending, so a
 * number may be a moment too high and never too low.
 *
 * <p>Counts are of ranges of the index (slice, ordering) alone, each bounded: what stands further
 * than {@code mostCounted} places behind an offset is not counted. A backlog of that size needs no
 * exact number.
 */
final class OutboxReader {

  /** The projection that is the outbox; its keys are single slices. */
  static final String PUBLISHER = "kafka";

  private static final Pattern KEY = Pattern.compile("(\\d{1,4})(?:-(\\d{1,4}))?");

  private static final String STANDING =
      """
      SELECT 'offset' AS kind, projection_name AS name, projection_key AS part,
             current_offset AS number, last_updated AS at
        FROM projection_offset WHERE projection_name IN (%s)
      UNION ALL
      SELECT 'retrying', '', slice, '0', 0 FROM outbox_slice WHERE state = 'RETRYING'
      UNION ALL
      SELECT 'dead', '', '', COUNT(*), 0
        FROM (SELECT 1 FROM dead_letter
               WHERE status IN ('DEAD', 'WAITING', 'REPLAYING')
                 AND source <> 'CONSUMER' LIMIT %d) AS counted
      """;

  private final int slices;
  private final List<String> projections;
  private final long mostCounted;
  private final String standingSql;

  /**
   * @param projections whose lag to read beside that of the outbox
   */
  OutboxReader(int slices, List<String> projections, long mostCounted) {
    this.slices = slices;
    this.projections = List.copyOf(projections);
    this.mostCounted = mostCounted;
    var marks = String.join(", ", Collections.nCopies(projections.size() + 1, "?"));
    this.standingSql = STANDING.formatted(marks, mostCounted);
  }

  /**
   * How it stands now.
   *
   * @param publishedHere up to where a slice is published as this node knows, which is ahead of the
   *     stored offset; 0 when another node does it
   */
  OutboxReading read(Connection connection, IntToLongFunction publishedHere) throws SQLException {
    var standing = readStanding(connection);
    var offsets = standing.offsets().getOrDefault(PUBLISHER, new long[0]);
    for (int slice = 0; slice < offsets.length; slice++) {
      offsets[slice] = Math.max(offsets[slice], publishedHere.applyAsLong(slice));
    }
    var behind = readBehind(connection, standing);
    var lagBySlice = new TreeMap<Integer, Long>();
    long retrying = 0;
    for (int slice = 0; slice < slices; slice++) {
      long lag = behind.counts(PUBLISHER)[slice];
      lagBySlice.put(slice, lag);
      if (standing.retrying().contains(slice)) retrying += lag;
    }
    Map<String, Long> lags = new TreeMap<>();
    for (var name : names()) lags.put(name, Arrays.stream(behind.counts(name)).sum());
    return new OutboxReading(
        retrying, standing.retrying().size(), standing.dead(), behind.oldest(), lagBySlice, lags);
  }

  private List<String> names() {
    var names = new ArrayList<String>(projections.size() + 1);
    names.add(PUBLISHER);
    names.addAll(projections);
    return names;
  }

  // Where everybody stands.

  /** The offset of each projection by slice; a slice of which nothing is known is at its begin. */
  private record Standing(Map<String, long[]> offsets, Set<Integer> retrying, long dead) {}

  private Standing readStanding(Connection connection) throws SQLException {
    Map<String, long[]> offsets = new HashMap<>();
    Map<String, long[]> updated = new HashMap<>();
    for (var name : names()) {
      offsets.put(name, new long[slices]);
      updated.put(name, new long[slices]);
    }
    Set<Integer> retrying = new HashSet<>();
    long dead = 0;
    try (var statement = connection.prepareStatement(standingSql)) {
      int parameter = 0;
      for (var name : names()) statement.setString(++parameter, name);
      try (var rows = statement.executeQuery()) {
        while (rows.next()) {
          switch (rows.getString("kind")) {
            case "offset" -> put(rows, offsets, updated);
            case "retrying" -> retrying.add(rows.getInt("part"));
            default -> dead = rows.getLong("number");
          }
        }
      }
    }
    return new Standing(offsets, retrying, dead);
  }

  /** Slices may have been divided otherwise before: what was written last is what goes on. */
  private void put(ResultSet row, Map<String, long[]> offsets, Map<String, long[]> updated)
      throws SQLException {
    var key = KEY.matcher(row.getString("part"));
    var name = row.getString("name");
    var offset = offsets.get(name);
    var at = updated.get(name);
    if (!key.matches() || offset == null || at == null) return;
    int first = Integer.parseInt(key.group(1));
    int last = key.group(2) == null ? first : Integer.parseInt(key.group(2));
    for (int slice = first; slice <= last && slice < slices; slice++) {
      if (row.getLong("at") >= at[slice]) {
        offset[slice] = row.getLong("number");
        at[slice] = row.getLong("at");
      }
    }
  }

  // How much lies behind.

  private record Behind(Map<String, long[]> byName, @Nullable Long oldest) {
    long[] counts(String name) {
      return byName.getOrDefault(name, new long[0]);
    }
  }

  private Behind readBehind(Connection connection, Standing standing) throws SQLException {
    Map<String, long[]> counts = new HashMap<>();
    for (var name : names()) counts.put(name, new long[slices]);
    Long oldest = null;
    try (var statement = connection.createStatement();
        var rows = statement.executeQuery(behindSql(standing))) {
      while (rows.next()) {
        var name = names().get(rows.getInt("projection"));
        counts.getOrDefault(name, new long[slices])[rows.getInt("slice")] = rows.getLong("behind");
        long storedAt = rows.getLong("oldest");
        if (!rows.wasNull() && (oldest == null || storedAt < oldest)) oldest = storedAt;
      }
    }
    return new Behind(counts, oldest);
  }

  /** Nothing but numbers of our own is put into the text. */
  String behindSql(Standing standing) {
    var sql = new StringBuilder();
    var names = names();
    for (int projection = 0; projection < names.size(); projection++) {
      var offsets = standing.offsets().getOrDefault(names.get(projection), new long[slices]);
      for (int slice = 0; slice < slices; slice++) {
        if (!sql.isEmpty()) sql.append(" UNION ALL ");
        boolean isOutbox = projection == 0;
        sql.append("SELECT ").append(projection).append(" AS projection, ");
        sql.append(slice).append(" AS slice, COUNT(*) AS behind, ");
        sql.append(isOutbox ? oldestSql(slice, offsets[slice]) : "NULL").append(" AS oldest");
        sql.append(" FROM event_journal WHERE slice = ").append(slice);
        sql.append(" AND ordering > ").append(offsets[slice]);
        sql.append(" AND ordering <= ").append(offsets[slice] + mostCounted);
      }
    }
    return sql.toString();
  }

  private static String oldestSql(int slice, long offset) {
    return "(SELECT write_timestamp FROM event_journal WHERE slice = "
        + slice
        + " AND ordering > "
        + offset
        + " ORDER BY ordering LIMIT 1)";
  }
}
