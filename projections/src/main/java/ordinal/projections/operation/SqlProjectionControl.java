package ordinal.projections.operation;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import ordinal.projections.assets.AssetProjection;
import ordinal.projections.deliveries.DeliveryRecorder;
import ordinal.projections.kafka.KafkaPublishers;
import ordinal.projections.rebuild.OrderRebuild;
import ordinal.projections.sql.Sql;
import ordinal.projections.tail.SliceRange;
import ordinal.projections.views.OrderViews;
import org.apache.pekko.Done;
import org.apache.pekko.projection.ProjectionId;
import org.jspecify.annotations.Nullable;

/**
 * What the database knows of the projections, which is the same on every node.
 *
 * <p>kafka, orders and assets are Pekko's: a pause is answered when every part has stopped. The
 * recorder of deliveries looks for itself every other second. Its position is the last event that
 * it has seen, so its lag has in it what is not published yet.
 */
public final class SqlProjectionControl implements ProjectionControl {

  /** The recorder has one part. */
  private static final String ONLY = "0";

  private record Projection(
      String name, Map<String, SliceRange> parts, ProjectionHold hold, boolean canRebuild) {}

  private final Sql sql;
  private final OrderRebuild rebuilds;
  private final List<Projection> projections;

  /**
   * Knows the four.
   *
   * @param running holds what Pekko Projection runs
   * @param publishers what each publisher sends
   * @param orders what each instance of the orders' views follows
   * @param assets and each of the assets'
   */
  public SqlProjectionControl(
      Sql sql,
      ProjectionHold running,
      OrderRebuild rebuilds,
      List<SliceRange> publishers,
      List<SliceRange> orders,
      List<SliceRange> assets) {
    this.sql = sql;
    this.rebuilds = rebuilds;
    this.projections =
        List.of(
            new Projection(KafkaPublishers.NAME, parts(publishers), running, false),
            new Projection(OrderViews.NAME, parts(orders), running, true),
            new Projection(AssetProjection.NAME, parts(assets), running, false),
            new Projection(
                DeliveryRecorder.NAME,
                Map.of(ONLY, all(publishers)),
                ProjectionHold.stored(sql),
                false));
  }

  private static SliceRange all(List<SliceRange> parts) {
    return new SliceRange(parts.get(0).first(), parts.get(parts.size() - 1).last());
  }

  private static Map<String, SliceRange> parts(List<SliceRange> ranges) {
    var parts = new LinkedHashMap<String, SliceRange>();
    for (var range : ranges) parts.put(range.key(), range);
    return parts;
  }

  @Override
  public CompletionStage<List<Status>> list() {
    return sql.ask(
        db -> {
          var all = new ArrayList<Status>();
          for (var projection : projections) all.add(status(db, projection));
          return List.copyOf(all);
        });
  }

  @Override
  public CompletionStage<Optional<Status>> pause(String name) {
    return hold(name, true);
  }

  @Override
  public CompletionStage<Optional<Status>> resume(String name) {
    return hold(name, false);
  }

  private CompletionStage<Optional<Status>> hold(String name, boolean paused) {
    var projection = named(name);
    if (projection == null) return CompletableFuture.completedFuture(Optional.empty());
    var all =
        projection.parts().keySet().stream()
            .map(key -> projection.hold().set(ProjectionId.of(name, key), paused))
            .map(CompletionStage<Done>::toCompletableFuture)
            .toArray(CompletableFuture<?>[]::new);
    return CompletableFuture.allOf(all)
        .thenCompose(done -> sql.ask(db -> Optional.of(status(db, projection))));
  }

  @Override
  public CompletionStage<Optional<Status>> rebuild(String name) {
    var projection = named(name);
    if (projection == null) return CompletableFuture.completedFuture(Optional.empty());
    if (!projection.canRebuild()) {
      return CompletableFuture.failedFuture(
          new IllegalStateException(name + " is not a view, so it cannot be made anew"));
    }
    return sql.ask(
        db -> {
          rebuilds.begin();
          return Optional.of(status(db, projection));
        });
  }

  private @Nullable Projection named(String name) {
    for (var one : projections) {
      if (one.name().equals(name)) return one;
    }
    return null;
  }

  // Reading.

  private Status status(Connection db, Projection projection) throws SQLException {
    var positions = positions(db, projection);
    var instances = new ArrayList<Instance>();
    long lag = 0;
    for (var part : projection.parts().entrySet()) {
      long position = positions.getOrDefault(part.getKey(), 0L);
      long behind = eventsBehind(db, part.getValue(), position);
      instances.add(new Instance(part.getKey(), position, behind));
      lag += behind;
    }
    return new Status(
        projection.name(),
        isPaused(db, projection.name()) ? State.PAUSED : State.RUNNING,
        lag,
        instances,
        projection.canRebuild(),
        projection.canRebuild() ? rebuilds.last().orElse(null) : null);
  }

  private static Map<String, Long> positions(Connection db, Projection projection)
      throws SQLException {
    if (projection.name().equals(DeliveryRecorder.NAME)) {
      return Map.of(ONLY, Sql.number(db, "SELECT COALESCE(MAX(ordering), 0) FROM event_delivery"));
    }
    try (var statement =
        db.prepareStatement(
            """
            SELECT projection_key, current_offset FROM projection_offset
            WHERE projection_name = ?""")) {
      statement.setString(1, projection.name());
      var found = new HashMap<String, Long>();
      try (var rows = statement.executeQuery()) {
        while (rows.next()) found.put(rows.getString(1), rows.getLong(2));
      }
      return found;
    }
  }

  private static long eventsBehind(Connection db, SliceRange range, long position)
      throws SQLException {
    long events = 0;
    // One by one, because only then is it certain that the index is used for both columns.
    for (int slice = range.first(); slice <= range.last(); slice++) {
      events +=
          Sql.number(
              db,
              "SELECT COUNT(*) FROM event_journal WHERE slice = %d AND ordering > %d"
                  .formatted(slice, position));
    }
    return events;
  }

  /** If any part of it is: then somebody wants to know. */
  private static boolean isPaused(Connection db, String name) throws SQLException {
    return Sql.number(
            db,
            "SELECT COUNT(*) FROM projection_management WHERE paused AND projection_name = '%s'"
                .formatted(name))
        > 0;
  }
}
