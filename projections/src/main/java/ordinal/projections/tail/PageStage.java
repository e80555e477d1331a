package ordinal.projections.tail;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.Executor;
import ordinal.projections.tail.RecentRows.Waiter;
import org.apache.pekko.japi.function.Procedure;
import org.apache.pekko.stream.Attributes;
import org.apache.pekko.stream.Outlet;
import org.apache.pekko.stream.SourceShape;
import org.apache.pekko.stream.stage.AbstractOutHandler;
import org.apache.pekko.stream.stage.AsyncCallback;
import org.apache.pekko.stream.stage.GraphStage;
import org.apache.pekko.stream.stage.GraphStageLogic;
import org.apache.pekko.stream.stage.TimerGraphStageLogic;
import org.jspecify.annotations.Nullable;

/**
 * One reader of some slices: a page for every demand, of all that is there by then, up to a limit.
 * So batches grow while the consumer is busy, and nothing waits for a timer.
 *
 * <p>While it is behind, it reads the database for itself, one page ahead of its consumer. From
 * where the node's recent events begin, it takes those.
 *
 * <p>With a pace, a page that is not full is not followed by another before that time has passed:
 * for readers to whom fewer, larger pages are worth a moment. The first page after a rest never
 * waits.
 */
final class PageStage extends GraphStage<SourceShape<Page>> {

  /** What a reader needs of the tail. */
  interface Tail {
    RecentRows recent();

    List<JournalRow> read(SliceRange range, long after, long upTo, int limit) throws Exception;

    Executor blocking();

    /** Makes the reader known, so that it can be woken for another reason than events. */
    void opened(Reader reader);

    void closed(Reader reader);
  }

  /** A running reader. */
  record Reader(SliceRange range, Runnable poke) {}

  private static final String PACE = "pace";

  private final Outlet<Page> out = Outlet.create("JournalPages.out");
  private final SourceShape<Page> shape = SourceShape.of(out);
  private final Tail tail;
  private final SliceRange range;
  private final long after;
  private final int pageSize;
  private final Duration pace;

  PageStage(Tail tail, SliceRange range, long after, int pageSize, Duration pace) {
    this.tail = tail;
    this.range = range;
    this.after = after;
    this.pageSize = pageSize;
    this.pace = pace;
  }

  @Override
  public SourceShape<Page> shape() {
    return shape;
  }

  @Override
  public GraphStageLogic createLogic(Attributes attributes) {
    return new Logic();
  }

  /** What came of a read of the database up to a known head. */
  private record Fetched(@Nullable List<JournalRow> rows, long upTo, @Nullable Throwable failure) {}

  private final class Logic extends TimerGraphStageLogic {

    private final AsyncCallback<Fetched> fetched = callback(this::onFetched);
    private final AsyncCallback<Boolean> woken = callback(this::onWoken);
    private final Waiter waiter = new Waiter(range, () -> woken.invoke(false));
    private final Reader reader = new Reader(range, () -> woken.invoke(true));

    /** The last ordering handed on; the consumer's position. */
    private long position = after;

    /** Up to here there is nothing of ours that was not handed on. */
    private long seen = after;

    /** No other page before this time, unless there is a full one. */
    private long notBefore = System.nanoTime();

    private boolean fetching;
    private boolean poked;
    private @Nullable Fetched ahead;

    Logic() {
      super(shape);
      setHandler(
          out,
          new AbstractOutHandler() {
            @Override
            public void onPull() {
              next();
            }
          });
    }

    private <T> AsyncCallback<T> callback(Procedure<T> procedure) {
      return createAsyncCallback(procedure);
    }

    @Override
    public void preStart() {
      tail.opened(reader);
    }

    @Override
    public void postStop() {
      tail.closed(reader);
      tail.recent().forget(waiter);
    }

    private void next() {
      if (!isAvailable(out)) return;
      if (poked) {
        poked = false;
        push(out, new Page(List.of(), position));
        return;
      }
      var early = ahead;
      if (early != null) {
        ahead = null;
        take(early);
      } else if (!fetching) {
        takeRecent();
      }
    }

    private void takeRecent() {
      long early = notBefore - System.nanoTime();
      if (early > 0) {
        if (!isTimerActive(PACE)) scheduleOnce(PACE, Duration.ofNanos(early));
        return;
      }
      tail.recent().forget(waiter);
      var rows = tail.recent().take(range, seen, pageSize, waiter);
      if (rows == null) {
        fetch();
      } else if (!rows.isEmpty()) {
        emit(rows);
      }
    }

    @Override
    public void onTimer(Object key) {
      next();
    }

    private void emit(List<JournalRow> rows) {
      boolean full = rows.size() == pageSize;
      notBefore = System.nanoTime() + (full ? 0 : pace.toNanos());
      position = rows.get(rows.size() - 1).ordering();
      seen = position;
      push(out, new Page(rows, position));
    }

    private void fetch() {
      fetching = true;
      long from = seen;
      long upTo = tail.recent().head();
      tail.blocking().execute(() -> fetched.invoke(read(from, upTo)));
    }

    private Fetched read(long from, long upTo) {
      try {
        return new Fetched(tail.read(range, from, upTo, pageSize), upTo, null);
      } catch (Exception e) {
        return new Fetched(null, upTo, new IllegalStateException("the journal cannot be read", e));
      }
    }

    private void onFetched(Fetched result) {
      fetching = false;
      if (isAvailable(out)) {
        take(result);
      } else {
        ahead = result;
      }
    }

    private void take(Fetched result) {
      var rows = result.rows();
      if (rows == null) {
        failStage(result.failure() == null ? new IllegalStateException() : result.failure());
      } else if (rows.isEmpty()) {
        seen = Math.max(seen, result.upTo());
        next();
      } else {
        emit(rows);
        // Fewer than asked for: that was all up to the head as it was then.
        if (rows.size() < pageSize) {
          seen = Math.max(seen, result.upTo());
        } else {
          fetch();
        }
      }
    }

    private void onWoken(boolean poke) {
      if (poke) poked = true;
      next();
    }
  }
}
