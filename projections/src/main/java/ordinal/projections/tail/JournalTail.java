package ordinal.projections.tail;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import javax.sql.DataSource;
import ordinal.journal.JournalWrites;
import ordinal.journal.OnDisk;
import ordinal.kernel.JsonMessage;
import ordinal.projections.ClusterSignal;
import org.apache.pekko.NotUsed;
import org.apache.pekko.actor.typed.ActorSystem;
import org.apache.pekko.actor.typed.DispatcherSelector;
import org.apache.pekko.projection.javadsl.SourceProvider;
import org.apache.pekko.serialization.SerializationExtension;
import org.apache.pekko.stream.javadsl.Source;

/**
 * The journal as it grows: every event once, in the journal's order, none skipped. One per node.
 *
 * <h2>What is guaranteed</h2>
 *
 * <ol>
 *   <li>A reader that starts at position p gets every acknowledged event of its slices with an
 *       ordering above p, each exactly once, in rising order, for as long as it runs.
 *   <li>So a reader that stores its position with what it did, in one transaction, has handled
 *       every event exactly once, whatever was killed in between.
 *   <li>No acknowledged event is behind a marker.
 *   <li>A stall is bounded by the longest transaction that writes to the journal, and by nothing
 *       else; there is no time-out after which something is given up.
 * </ol>
 *
 * <h2>Why it is so</h2>
 *
 * Orderings are given out by the database when an insert begins, and rows become visible when it
 * commits. So a row may appear below one that is already visible, and a reader that has passed that
 * place never sees it. An ordering without a row below a visible one is a <em>hole</em>. It is one
 * of three: a transaction that is still open; one that was rolled back; an ordering given out whose
 * row is not in yet. They look the same, and no clock can tell them apart: a transaction may take
 * longer than any wait.
 *
 * <p>The {@link Head} therefore moves from n to n+1 only when it has read a <em>committed row</em>
 * at n+1 and has then committed something itself: InnoDB shows a row before it is on disk, and only
 * a later commit of one's own tells that it is. Or the row at n+1 is one whose commit this node was
 * told of: that is such a commit. Committed rows are never deleted, orderings are never given out
 * twice, and the primary key admits one row for each. So once the head has passed n, what is at n
 * is known, and it can never be anything else: claim 1 follows for all readers that stay at or
 * below the head, and they all do.
 *
 * <p>That the head does not stop at a hole for ever is the work of the {@link Fence}: after a few
 * milliseconds' patience, in which nearly all holes close by themselves, it inserts a marker at
 * exactly that ordering. If an open transaction holds it, InnoDB lets the insert wait for just that
 * transaction: it commits, the marker is a duplicate, and the event is there to be read; or it
 * rolls back, and the marker is in. If the ordering was given out and its row is not in yet, the
 * marker is in, and the late writer fails on the primary key. A write that fails was not
 * acknowledged; that is claim 3. An acknowledged event has a committed row, so no marker can take
 * its place. A lock-wait time-out means that somebody still holds the place, and the head asks
 * again. Several heads may fence the same hole: one marker gets in, the others are duplicates.
 *
 * <p>What the argument needs of the database: orderings are not given out again after a restart
 * (InnoDB keeps the counter), {@code event_journal} rows are never deleted, and an acknowledged
 * commit survives ({@code innodb_flush_log_at_trx_commit=1}).
 *
 * <h2>How events arrive</h2>
 *
 * This node's own commits ({@link JournalWrites}) bring their rows along ({@link OwnRows}): an
 * acknowledged row is committed and on disk, so the head passes it without reading it. Other nodes'
 * commits wake it ({@link ClusterSignal}), and a slow poll covers lost wake-ups; then it reads each
 * row once for the whole node. The recent ones are kept ({@link RecentRows}). A reader ({@link
 * PageStage}) that is up to date takes its own from there; one that is behind reads {@code (slice,
 * ordering)} for itself, in pages, up to the head. Nothing is pushed at a reader that has not
 * asked.
 */
public final class JournalTail implements AutoCloseable {

  /**
   * A node has committed events.
   *
   * @param node its address, so that it knows its own words when it hears them
   */
  record Committed(String node) implements JsonMessage {}

  private final JournalReader reader;
  private final TailSettings settings;
  private final RecentRows recent;
  private final Head head;
  private final Executor blocking;
  private final Set<PageStage.Reader> readers = ConcurrentHashMap.newKeySet();
  private final PageStage.Tail forReaders = new ForReaders();

  private JournalTail(
      ActorSystem<?> system, DataSource database, TailSettings settings, long startAt) {
    this.settings = settings;
    this.reader = new JournalReader(database, SerializationExtension.get(system));
    this.recent = new RecentRows(settings.bufferRows(), settings.bufferBytes(), startAt);
    var fence = new Fence(database, settings.lockWait());
    var own =
        new OwnRows(
            SerializationExtension.get(system),
            settings.slices(),
            settings.bufferRows(),
            settings.bufferBytes());
    this.head = new Head(database, reader, fence, settings, recent, own, nodeId(system));
    this.blocking =
        system.dispatchers().lookup(DispatcherSelector.fromConfig("ordinal.projections.blocking"));
  }

  /** Two nodes with the same number only wait for each other. */
  private static int nodeId(ActorSystem<?> system) {
    return system.address().hashCode() & Integer.MAX_VALUE;
  }

  /** Starts the head where any head has been before. */
  public static JournalTail start(
      ActorSystem<?> system, DataSource database, TailSettings settings, MeterRegistry metrics)
      throws SQLException {
    var tail = polling(system, database, settings);
    var self = system.address().toString();
    boolean placed = tail.reader.numbersWithoutSteps();
    // While one signal is on its way, another one would say nothing new.
    var onItsWay = new AtomicBoolean();
    var signal =
        ClusterSignal.start(
            system,
            "journal-commits",
            Committed.class,
            heard -> {
              // Whoever said it: ours does not come back while we are only just joining.
              onItsWay.set(false);
              if (!self.equals(heard.node())) tail.head.wake();
            });
    JournalWrites.of(system)
        .onCommit(
            commit -> {
              tail.head.committed(placed ? commit.rows() : List.of());
              if (onItsWay.compareAndSet(false, true)) signal.say(new Committed(self));
            });
    OnDisk.of(system).ask(tail.forEntities());
    Gauge.builder("journal.head", tail::head)
        .description("Up to here every ordering is settled.")
        .register(metrics);
    Gauge.builder("journal.head.stalled.seconds", () -> tail.stalledFor().toMillis() / 1e3)
        .description("How long the same open transaction has kept all later events waiting.")
        .register(metrics);
    return tail;
  }

  /** The same, but nobody wakes it: it finds what is new when it polls. */
  static JournalTail polling(ActorSystem<?> system, DataSource database, TailSettings settings)
      throws SQLException {
    var tail = new JournalTail(system, database, settings, Head.saved(database));
    tail.head.start();
    return tail;
  }

  /**
   * For Pekko Projection: pages of these slices from the offset that the projection has stored.
   *
   * @param pageSize the most events in one page
   * @param pace at most one page in this time, for a reader that rather has fewer and larger ones
   */
  public SourceProvider<Long, Page> provider(SliceRange range, int pageSize, Duration pace) {
    return new PageProvider(range, pageSize, pace);
  }

  /** Pages of these slices behind a position. Never completes by itself. */
  public Source<Page, NotUsed> pages(SliceRange range, long after) {
    return pages(range, after, settings.page(), Duration.ZERO);
  }

  private Source<Page, NotUsed> pages(SliceRange range, long after, int pageSize, Duration pace) {
    return Source.fromGraph(new PageStage(forReaders, range, after, pageSize, pace));
  }

  /** An order's events behind a sequence number, as they are stored now. */
  public List<JournalRow> eventsOf(String persistenceId, long after, int limit)
      throws SQLException {
    return reader.eventsOf(persistenceId, after, limit);
  }

  /** The highest ordering that is stored now, settled or not. */
  public long lastOrdering() throws SQLException {
    return reader.lastOrdering();
  }

  /** Lets this node's readers of a slice look at once, with an empty page if need be. */
  public void poke(int slice) {
    for (var one : readers) {
      if (one.range().contains(slice)) one.poke().run();
    }
  }

  /** Every ordering up to here is known to be a committed row, for ever. */
  public long head() {
    return recent.head();
  }

  /** What entities, and those who read orders without them, have to know. */
  private OnDisk.Tail forEntities() {
    return new OnDisk.Tail() {
      @Override
      public long head() {
        return JournalTail.this.head();
      }

      @Override
      public CompletionStage<?> commitMark() {
        return CompletableFuture.runAsync(
            () -> {
              try {
                head.commitMark();
              } catch (SQLException e) {
                throw new CompletionException(e);
              }
            },
            blocking);
      }
    };
  }

  /** For how long the same hole has kept everything behind it waiting. */
  Duration stalledFor() {
    return head.stalledFor();
  }

  public int sliceOf(String persistenceId) {
    return OwnRows.slice(persistenceId, settings.slices());
  }

  public int slices() {
    return settings.slices();
  }

  @Override
  public void close() {
    head.close();
  }

  private final class PageProvider extends SourceProvider<Long, Page> {
    private final SliceRange range;
    private final int pageSize;
    private final Duration pace;

    PageProvider(SliceRange range, int pageSize, Duration pace) {
      this.range = range;
      this.pageSize = pageSize;
      this.pace = pace;
    }

    @Override
    public CompletionStage<Source<Page, NotUsed>> source(
        Supplier<CompletionStage<Optional<Long>>> offset) {
      return offset.get().thenApply(stored -> pages(range, stored.orElse(0L), pageSize, pace));
    }

    @Override
    public Long extractOffset(Page page) {
      return page.upTo();
    }

    @Override
    public long extractCreationTime(Page page) {
      return page.rows().isEmpty()
          ? System.currentTimeMillis()
          : page.rows().get(0).writtenAt().toEpochMilli();
    }
  }

  private final class ForReaders implements PageStage.Tail {
    @Override
    public RecentRows recent() {
      return recent;
    }

    @Override
    public List<JournalRow> read(SliceRange range, long after, long upTo, int limit)
        throws SQLException {
      return reader.events(range, after, upTo, limit);
    }

    @Override
    public Executor blocking() {
      return blocking;
    }

    @Override
    public void opened(PageStage.Reader opened) {
      readers.add(opened);
    }

    @Override
    public void closed(PageStage.Reader closed) {
      readers.remove(closed);
    }
  }
}
