package ordinal.cash.reconciliation;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** The comparisons that there were, and the way to ask for one. */
public interface Reconciliations {

  /**
   * Begins one on this node; it goes on after the answer.
   *
   * <p>Fails with an {@link IllegalStateException} when one is under way, here or elsewhere. One of
   * the schedule is in nobody's way that asks: it stands still meanwhile.
   */
  CompletionStage<Run> begin(Request request);

  CompletionStage<Optional<Run>> get(String id);

  /** Newest first. Fails with an {@link IllegalArgumentException} on a cursor that is not ours. */
  CompletionStage<Page> list(int limit, @Nullable String cursor);

  /** In the order in which they were found. */
  CompletionStage<List<Difference>> differences(String id, int limit, long after);

  /**
   * What to compare.
   *
   * @param from what happened since then; null is a day before the end
   * @param to what happened before then; null is now, or nearly
   * @param repair whether to put right what can be, or only to tell
   */
  record Request(Cause cause, @Nullable Instant from, @Nullable Instant to, boolean repair) {}

  /** Why there was one. */
  enum Cause {
    DAILY,
    CONSISTENCY,
    REQUESTED
  }

  /** How far it is. */
  enum State {
    RUNNING,
    DONE,
    /** It could not compare all that it should have; {@link Run#detail} says why. */
    FAILED
  }

  /** What was done about a difference. */
  enum Action {
    REPAIRED,
    /** Needs a person: nothing can tell which side is right. */
    ALERTED,
    /** Should have been repaired, and could not be; the next run tries again. */
    FAILED,
    /** Would have been repaired, but the run was only to tell. */
    FOUND
  }

  /**
   * One comparison.
   *
   * @param checked places of the journal compared so far
   * @param toCheck how many there are in the window
   * @param differences how many were found, of which {@code repaired} were put right
   */
  record Run(
      String id,
      Cause cause,
      State state,
      boolean repair,
      Instant from,
      Instant to,
      Instant startedAt,
      @Nullable Instant endedAt,
      long checked,
      long toCheck,
      long differences,
      long repaired,
      @Nullable String detail) {}

  /** Some runs, and where the next ones begin. */
  record Page(List<Run> items, @Nullable String nextCursor) {
    public Page {
      items = List.copyOf(items);
    }
  }

  /**
   * Something that two books have otherwise.
   *
   * @param no counts the differences of a run from 1
   * @param subject an order, an account, an event
   */
  record Difference(
      long no,
      DifferenceKind kind,
      String subject,
      String expected,
      String found,
      Action action,
      @Nullable String detail) {}
}
