package ordinal.journal;

import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.pekko.NotUsed;
import org.apache.pekko.actor.AbstractExtensionId;
import org.apache.pekko.actor.ClassicActorSystemProvider;
import org.apache.pekko.actor.ExtendedActorSystem;
import org.apache.pekko.actor.Extension;
import org.apache.pekko.actor.ExtensionIdProvider;
import org.apache.pekko.persistence.PersistentRepr;
import org.apache.pekko.stream.scaladsl.Source;
import org.jspecify.annotations.Nullable;
import scala.Tuple2;
import scala.concurrent.ExecutionContext;
import scala.concurrent.Future;
import scala.concurrent.Promise;
import scala.jdk.javaapi.FutureConverters;
import scala.util.Try;

/**
 * Whether rows that were read from the journal are on disk. InnoDB shows a committed row a moment
 * before that, and a server that dies in this moment comes back without it. So who has read another
 * node's row must not tell of it, or act on it, before it is known to stay.
 *
 * <p>Most rows are known by the journal's tail, which has passed them. Of others a commit of our
 * own makes sure; those who need one at the same time share it.
 */
public final class OnDisk implements Extension {

  /** The key under which a system keeps its own. */
  public static final class Id extends AbstractExtensionId<OnDisk> implements ExtensionIdProvider {

    private static final Id INSTANCE = new Id();

    @Override
    public OnDisk createExtension(ExtendedActorSystem system) {
      return new OnDisk(system.dispatcher());
    }

    @Override
    public Id lookup() {
      return INSTANCE;
    }
  }

  /** Who knows the journal: its tail on this node. */
  public interface Tail {

    /** Every row up to here is on disk. */
    long head();

    /** Commits something; when that is done, all that could be read before it began is on disk. */
    CompletionStage<?> commitMark();
  }

  /** All that can be admitted at once. One commit is for all of them, so this is no cost. */
  private static final int MOST_AT_ONCE = 10_000;

  private final BatchedLookup<Boolean> marks;
  private volatile @Nullable Tail tail;

  private OnDisk(ExecutionContext executor) {
    this.marks = new BatchedLookup<>(ids -> commitMark(), true, MOST_AT_ONCE, 1, executor);
  }

  public static OnDisk of(ClassicActorSystemProvider system) {
    return Id.INSTANCE.get(system.classicSystem());
  }

  /** From now on this one is asked. Where nobody ever is, all rows count as being on disk. */
  public void ask(Tail known) {
    tail = known;
  }

  /** Whether it is known without asking the database. */
  boolean has(long ordering) {
    var known = tail;
    return known == null || ordering <= known.head();
  }

  /** Done when all of this entity that was read before is on disk; fails when that is not known. */
  Future<Boolean> makeSure(String persistenceId) {
    return marks.find(persistenceId);
  }

  /**
   * Events of an entity with their orderings, read by one query that is run once; each is passed
   * when it is on disk. The first one that is not known to be pays for all: they were all there to
   * be read when it was.
   */
  Source<Try<Tuple2<PersistentRepr, Object>>, NotUsed> only(
      String persistenceId, Source<Try<Tuple2<PersistentRepr, Object>>, NotUsed> read) {
    var allSure = new AtomicBoolean();
    return read.asJava()
        .mapAsync(
            1,
            event -> {
              if (allSure.get() || event.isFailure() || has((Long) event.get()._2())) {
                return CompletableFuture.completedFuture(event);
              }
              return FutureConverters.asJava(makeSure(persistenceId))
                  .thenApply(
                      sure -> {
                        allSure.set(true);
                        return event;
                      });
            })
        .asScala();
  }

  private Future<Map<String, Boolean>> commitMark() {
    Promise<Map<String, Boolean>> done = Promise.apply();
    var known = tail;
    if (known == null) return done.success(Map.of()).future();
    var unused =
        known
            .commitMark()
            .whenComplete(
                (marked, failure) -> {
                  if (failure == null) {
                    done.success(Map.of());
                  } else {
                    done.failure(failure);
                  }
                });
    return done.future();
  }
}
