package ordinal.journal;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.pekko.actor.AbstractExtensionId;
import org.apache.pekko.actor.ClassicActorSystemProvider;
import org.apache.pekko.actor.ExtendedActorSystem;
import org.apache.pekko.actor.Extension;
import org.apache.pekko.actor.ExtensionIdProvider;
import org.jspecify.annotations.Nullable;

/**
 * Whose highest number has just been read. An entity that starts asks for its snapshot and then for
 * its highest number; one query answers both, and the second answer waits here.
 *
 * <p>It is used once, and not after this node has written for that entity. Should another node have
 * written in the moment between the two questions, the entity's next event meets the journal's
 * unique key and is refused, as it is when that happens right after the second question.
 */
final class KnownHighest implements Extension {

  /** More are forgotten, which only costs each of them its query. */
  static final int MOST = 10_000;

  /** The key under which a system keeps its own. */
  static final class Id extends AbstractExtensionId<KnownHighest> implements ExtensionIdProvider {

    private static final Id INSTANCE = new Id();

    @Override
    public KnownHighest createExtension(ExtendedActorSystem system) {
      return new KnownHighest();
    }

    @Override
    public Id lookup() {
      return INSTANCE;
    }
  }

  private final Map<String, Long> found = new ConcurrentHashMap<>();

  static KnownHighest of(ClassicActorSystemProvider system) {
    return Id.INSTANCE.get(system.classicSystem());
  }

  /** 0 is an entity without events. */
  void found(String persistenceId, long highest) {
    if (found.size() >= MOST) found.clear();
    found.put(persistenceId, highest);
  }

  /** What was read, if nothing has happened since; null when it has to be asked for. */
  @Nullable Long take(String persistenceId) {
    return found.remove(persistenceId);
  }

  int size() {
    return found.size();
  }
}
