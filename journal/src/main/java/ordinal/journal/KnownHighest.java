package ordinal.journal;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.pekko.actor.AbstractExtensionId;
import org.apache.pekko.actor.ClassicActorSystemProvider;
import org.apache.pekko.actor.ExtendedActorSystem;
import org.apache.pekko.actor.Extension;
import org.apache.pekko.actor.ExtensionIdProvider;

/**
 * Who has just been found to have no event at all. An entity that starts asks for its snapshot and
 * then for its highest number; for a new one the first answer holds the second, and a query is
 * saved.
 *
 * <p>The answer is used once, and not after this node has written for that entity. Should another
 * node have written in the moment between the two questions, the entity's first event meets the
 * journal's unique key and is refused, as it is when that happens right after the second question.
 */
final class NewEntities implements Extension {

  /** More are forgotten, which only costs each of them its query. */
  static final int MOST = 10_000;

  /** The key under which a system keeps its own. */
  static final class Id extends AbstractExtensionId<NewEntities> implements ExtensionIdProvider {

    private static final Id INSTANCE = new Id();

    @Override
    public NewEntities createExtension(ExtendedActorSystem system) {
      return new NewEntities();
    }

    @Override
    public Id lookup() {
      return INSTANCE;
    }
  }

  private final Set<String> found = ConcurrentHashMap.newKeySet();

  static NewEntities of(ClassicActorSystemProvider system) {
    return Id.INSTANCE.get(system.classicSystem());
  }

  void found(String persistenceId) {
    if (found.size() >= MOST) found.clear();
    found.add(persistenceId);
  }

  /** Whether it was found to be new, and nothing has happened since. True at most once. */
  boolean take(String persistenceId) {
    return found.remove(persistenceId);
  }

  int size() {
    return found.size();
  }
}
