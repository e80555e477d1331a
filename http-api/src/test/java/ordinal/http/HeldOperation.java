package ordinal.http;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import ordinal.http.admin.AdminApi;
import ordinal.projections.operation.DeadLetters;
import ordinal.projections.operation.Outbox;
import ordinal.projections.operation.ProjectionControl;

/** Operation in memory: remembers what it was asked, and can be made to fail. */
final class HeldOperation implements Outbox, DeadLetters, ProjectionControl {

  static final String LETTER = "7Z3CDFGH7JPA5X8K2M9QWERTVB";
  static final String CURSOR = "1772354400123-" + LETTER;

  final List<String> asked = new CopyOnWriteArrayList<>();
  final HeldConsumers consumers = new HeldConsumers();
  final HeldReconciliations reconciliations = new HeldReconciliations();
  final HeldNotifications notifications = new HeldNotifications();
  final Map<String, Boolean> paused = new ConcurrentHashMap<>();
  volatile CompletionStage<Outbox.Status> status = done(outbox());
  volatile Rebuild rebuild;

  AdminApi.Operation all() {
    return new AdminApi.Operation(
        this,
        this,
        this,
        consumers,
        reconciliations,
        notifications,
        () -> "# TYPE a gauge\na 1.0\n");
  }

  private static Outbox.Status outbox() {
    return new Outbox.Status(12, 5, 2, 0.25, new TreeMap<>(Map.of(0, 7L, 10, 5L, 2, 0L)));
  }

  @Override
  public CompletionStage<Outbox.Status> status() {
    return status;
  }

  @Override
  public CompletionStage<Integer> retryNow() {
    asked.add("retryNow");
    return done(3);
  }

  @Override
  public CompletionStage<Page> list(Filter filter, int limit, String cursor) {
    asked.add("list " + filter + " " + limit + " " + cursor);
    if (cursor != null && !cursor.equals(CURSOR)) throw new IllegalArgumentException("cursor");
    return done(new Page(List.of(letter()), cursor == null ? CURSOR : null));
  }

  private static DeadLetter letter() {
    return new DeadLetter(
        LETTER,
        "OUTBOX",
        DeadLetters.Status.DEAD,
        "order-events",
        "ORD1",
        "OrderPaid",
        4,
        "too large",
        1,
        "trace-1",
        Instant.parse("2026-03-01T08:30:00.123Z"),
        Instant.parse("2026-03-01T08:31:00Z"));
  }

  @Override
  public CompletionStage<Optional<DeadLetter>> get(String id) {
    return done(id.equals(LETTER) ? Optional.of(letter()) : Optional.empty());
  }

  @Override
  public CompletionStage<Integer> replay(String id) {
    asked.add("replay " + id);
    return done(2);
  }

  @Override
  public CompletionStage<Integer> replayAll(Filter filter) {
    asked.add("replayAll " + filter);
    return done(9);
  }

  @Override
  public CompletionStage<List<ProjectionControl.Status>> list() {
    var all = new ArrayList<ProjectionControl.Status>();
    for (var name : List.of("kafka", "orders")) all.add(projection(name));
    return done(all);
  }

  private ProjectionControl.Status projection(String name) {
    boolean isView = name.equals("orders");
    return new ProjectionControl.Status(
        name,
        paused.getOrDefault(name, false) ? State.PAUSED : State.RUNNING,
        3,
        List.of(new Instance("0-3", 4711, 3)),
        isView,
        isView ? rebuild : null);
  }

  private Optional<ProjectionControl.Status> find(String name) {
    return List.of("kafka", "orders").contains(name)
        ? Optional.of(projection(name))
        : Optional.empty();
  }

  @Override
  public CompletionStage<Optional<ProjectionControl.Status>> pause(String name) {
    paused.put(name, true);
    return done(find(name));
  }

  @Override
  public CompletionStage<Optional<ProjectionControl.Status>> resume(String name) {
    paused.put(name, false);
    return done(find(name));
  }

  @Override
  public CompletionStage<Optional<ProjectionControl.Status>> rebuild(String name) {
    if (!name.equals("orders")) return done(Optional.empty());
    if (rebuild != null) {
      return CompletableFuture.failedFuture(
          new IllegalStateException("A rebuild is under way since " + rebuild.startedAt() + "."));
    }
    rebuild = new Rebuild("BUILDING", "2026-03-01T08:30:00Z", 0, 100, 0, "");
    return done(find(name));
  }

  private static <T> CompletionStage<T> done(T value) {
    return CompletableFuture.completedFuture(value);
  }
}
