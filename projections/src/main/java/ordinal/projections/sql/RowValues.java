package ordinal.projections.sql;

import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What rows have, or should have, value by value and as text, by where it stands: {@code
 * order_view.status} or {@code order_state_flow[3].to_status}. Times are as exact as their columns.
 */
public final class RowValues {

  private static final int TOLD = 3;
  private static final String NONE = "nothing";

  private final TreeMap<String, String> values = new TreeMap<>();

  /** One place where two have something else; either may have nothing. */
  private record Place(String name, @Nullable String expected, @Nullable String found) {}

  /** Where they differ. */
  public static final class Differences {

    private final List<Place> places;

    private Differences(List<Place> places) {
      this.places = places;
    }

    public boolean isEmpty() {
      return places.isEmpty();
    }

    /** The first few of what should be there, for people. */
    public String expected() {
      return told(Place::expected);
    }

    /** What is there in their place. */
    public String found() {
      return told(Place::found);
    }

    private String told(Function<Place, @Nullable String> side) {
      return places.stream()
          .limit(TOLD)
          .map(place -> place.name() + "=" + Objects.requireNonNullElse(side.apply(place), NONE))
          .collect(Collectors.joining(", ", "", places.size() > TOLD ? ", …" : ""));
    }
  }

  /** A row, by the names of its columns; null is the same as no such column. */
  public void row(String name, List<String> columns, @Nullable Object... cells) {
    for (int i = 0; i < columns.size(); i++) put(name + "." + columns.get(i), cells[i]);
  }

  public void put(String place, @Nullable Object value) {
    if (value instanceof Instant at) {
      values.put(place, at.truncatedTo(ChronoUnit.MILLIS).toString());
    } else if (value != null) {
      values.put(place, value.toString());
    }
  }

  public @Nullable String get(String place) {
    return values.get(place);
  }

  /** The same of a row that a query found. */
  public void row(String name, List<String> columns, Read found) {
    for (var column : columns) put(name + "." + column, found.cells().get(column));
  }

  /** One row of a query, as its columns are called there; those without a value are left out. */
  public record Read(Map<String, Object> cells) {
    public Read {
      cells = Map.copyOf(cells);
    }

    /** Empty for none. */
    public String text(String column) {
      var cell = cells.get(column);
      return cell == null ? "" : cell.toString();
    }
  }

  /** All rows that a query finds. */
  public static List<Read> read(PreparedStatement query) throws SQLException {
    var found = new ArrayList<Read>();
    try (var rows = query.executeQuery()) {
      var meta = rows.getMetaData();
      while (rows.next()) {
        var cells = new HashMap<String, Object>();
        for (int i = 1; i <= meta.getColumnCount(); i++) {
          var cell = cell(rows.getObject(i));
          if (cell != null) cells.put(meta.getColumnLabel(i), cell);
        }
        found.add(new Read(cells));
      }
    }
    return found;
  }

  private static @Nullable Object cell(@Nullable Object value) {
    return value instanceof LocalDateTime time ? time.toInstant(ZoneOffset.UTC) : value;
  }

  /** Where these differ from what was found. */
  public Differences differences(RowValues found) {
    var names = new TreeSet<>(values.keySet());
    names.addAll(found.values.keySet());
    var places = new ArrayList<Place>();
    for (var name : names) {
      var here = values.get(name);
      var there = found.values.get(name);
      if (!Objects.equals(here, there)) places.add(new Place(name, here, there));
    }
    return new Differences(places);
  }
}
