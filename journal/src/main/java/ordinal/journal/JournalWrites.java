package ordinal.journal;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.apache.pekko.actor.AbstractExtensionId;
import org.apache.pekko.actor.ClassicActorSystemProvider;
import org.apache.pekko.actor.ExtendedActorSystem;
import org.apache.pekko.actor.Extension;
import org.apache.pekko.actor.ExtensionIdProvider;

/**
 * Tells who wants to know that this node has just committed events, and which. The journal's DAO is
 * made by Pekko and not by us, so this is how the two find each other.
 */
public final class JournalWrites implements Extension {

  /** The key under which a system keeps its own. */
  public static final class Id extends AbstractExtensionId<JournalWrites>
      implements ExtensionIdProvider {

    private static final Id INSTANCE = new Id();

    @Override
    public JournalWrites createExtension(ExtendedActorSystem system) {
      return new JournalWrites();
    }

    @Override
    public Id lookup() {
      return INSTANCE;
    }
  }

  /**
   * What one transaction has stored, and the database has acknowledged.
   *
   * @param count how many events
   * @param rows the events at their places, in rising order without a gap; or none of them, when
   *     the places are not known
   */
  public record Commit(int count, List<StoredRow> rows) {}

  private final List<Consumer<Commit>> listeners = new CopyOnWriteArrayList<>();

  private JournalWrites() {}

  public static JournalWrites of(ClassicActorSystemProvider system) {
    return Id.INSTANCE.get(system.classicSystem());
  }

  /** The listener runs on the thread that wrote, so it must only pass the news on. */
  public void onCommit(Consumer<Commit> listener) {
    listeners.add(listener);
  }

  /** They are in, at the places given; or it is not known where, and then none is given. */
  void committed(int count, List<StoredRow> rows) {
    var commit = new Commit(count, List.copyOf(rows));
    for (var listener : listeners) listener.accept(commit);
  }
}
