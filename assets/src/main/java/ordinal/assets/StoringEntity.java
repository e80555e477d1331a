package ordinal.assets;

import org.apache.pekko.actor.typed.ActorRef;
import org.apache.pekko.actor.typed.SupervisorStrategy;
import org.apache.pekko.persistence.typed.JournalPersistFailed;
import org.apache.pekko.persistence.typed.JournalPersistRejected;
import org.apache.pekko.persistence.typed.PersistenceId;
import org.apache.pekko.persistence.typed.RecoveryFailed;
import org.apache.pekko.persistence.typed.internal.JournalFailureException;
import org.apache.pekko.persistence.typed.javadsl.EventSourcedBehaviorWithEnforcedReplies;
import org.apache.pekko.persistence.typed.javadsl.ReplyEffect;
import org.apache.pekko.persistence.typed.javadsl.SignalHandler;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What accounts and coupons have in common: one event per write, and whoever waits for a write that
 * fails or is refused is told so at once. The entity then starts anew after a backoff. Commands
 * that wait for that write are kept and handled afterwards (up to {@code
 * pekko.persistence.typed.stash-capacity}), and so are those that come during the backoff (up to
 * {@code pekko.actor.typed.restart-stash-capacity}). Beyond these limits they are dropped and the
 * caller's ask times out: nobody waits longer than that.
 */
public abstract class StoringEntity<C, R, E, S>
    extends EventSourcedBehaviorWithEnforcedReplies<C, E, S> {

  private static final Logger LOG = LoggerFactory.getLogger(StoringEntity.class);

  private final String name;
  private @Nullable ActorRef<R> waiting;

  protected StoringEntity(String type, String entityId, AssetSettings settings) {
    super(
        PersistenceId.of(type, entityId),
        SupervisorStrategy.restartWithBackoff(
                settings.minBackoff(), settings.maxBackoff(), settings.backoffJitter())
            // One line of ours says it; a stack trace each would bury a database that is away.
            .withLoggingEnabled(false));
    this.name = type + " " + entityId;
  }

  protected final ReplyEffect<E, S> store(E event, ActorRef<R> caller, R reply) {
    waiting = caller;
    return Effect()
        .persist(event)
        .thenRun(
            after -> {
              waiting = null;
              stored(event);
            })
        .thenReply(caller, after -> reply);
  }

  /** It is in the journal now. */
  protected abstract void stored(E event);

  protected abstract void tellUnavailable(ActorRef<R> caller, String why);

  @Override
  public final SignalHandler<S> signalHandler() {
    return newSignalHandlerBuilder()
        .onSignal(
            JournalPersistFailed.class,
            (state, signal) -> notStored("the journal did not answer", signal.failure()))
        .onSignal(JournalPersistRejected.class, (state, signal) -> refusedByJournal(signal))
        .onSignal(
            RecoveryFailed.class,
            (state, signal) -> notStored("could not be read", signal.failure()))
        .build();
  }

  private void notStored(String why, Throwable cause) {
    LOG.warn("[Assets] {}: {}: {}", name, why, cause.toString());
    if (waiting != null) {
      tellUnavailable(waiting, why);
      waiting = null;
    }
  }

  /**
   * Left to itself, Pekko would stop the entity after a refused write, and whatever waits behind it
   * would be lost. This exception, thrown in place of its own, is the one that it restarts on.
   */
  private void refusedByJournal(JournalPersistRejected signal) {
    notStored("the journal refused it", signal.failure());
    throw new JournalFailureException("write refused for " + name, signal.failure());
  }
}
