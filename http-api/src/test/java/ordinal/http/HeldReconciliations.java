package ordinal.http;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import ordinal.cash.reconciliation.DifferenceKind;
import ordinal.cash.reconciliation.Reconciliations;

/** Reconciliations in memory: remembers what it was asked, and can be under way. */
final class HeldReconciliations implements Reconciliations {

  /** As everything else that is held: calls are tried by one id. */
  static final String ID = HeldOperation.LETTER;

  static final String CURSOR = "1772354400123-" + ID;

  final List<Request> asked = new CopyOnWriteArrayList<>();
  volatile boolean isUnderWay;

  private static Run run(State state) {
    var at = Instant.parse("2026-03-01T08:30:00.123Z");
    var end = state == State.RUNNING ? null : at.plusSeconds(3);
    return new Run(
        ID, Cause.REQUESTED, state, true, at, at, at, end, 10, 20, 2, 1, end == null ? null : "ok");
  }

  @Override
  public CompletionStage<Run> begin(Request request) {
    if (isUnderWay) {
      return CompletableFuture.failedFuture(
          new IllegalStateException("A reconciliation is under way."));
    }
    asked.add(request);
    return CompletableFuture.completedFuture(run(State.RUNNING));
  }

  @Override
  public CompletionStage<Optional<Run>> get(String id) {
    return CompletableFuture.completedFuture(
        id.equals(ID) ? Optional.of(run(State.DONE)) : Optional.empty());
  }

  @Override
  public CompletionStage<Page> list(int limit, String cursor) {
    if (cursor != null && !cursor.equals(CURSOR)) throw new IllegalArgumentException("cursor");
    return CompletableFuture.completedFuture(
        new Page(List.of(run(State.RUNNING), run(State.DONE)), cursor == null ? CURSOR : null));
  }

  @Override
  public CompletionStage<List<Difference>> differences(String id, int limit, long after) {
    var all =
        List.of(
            new Difference(
                1, DifferenceKind.VIEW, "ORD1", "PAID", "CREATED", Action.REPAIRED, "anew"),
            new Difference(
                2, DifferenceKind.PAYMENT_MISSING, "ORD2", "p-1", "none", Action.ALERTED, null));
    return CompletableFuture.completedFuture(
        all.stream().filter(one -> one.no() > after).limit(limit).toList());
  }
}
