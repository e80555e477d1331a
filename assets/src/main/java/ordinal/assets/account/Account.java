package ordinal.assets.account;

import java.time.Clock;
import ordinal.assets.AccountId;
import ordinal.assets.AccountReply;
import ordinal.assets.AccountReply.Unavailable;
import ordinal.assets.AssetEvent.AccountEvent;
import ordinal.assets.AssetEvent.Suspended;
import ordinal.assets.AssetSettings;
import ordinal.assets.StoringEntity;
import ordinal.assets.account.AccountCommand.Asked;
import org.apache.pekko.actor.typed.ActorRef;
import org.apache.pekko.actor.typed.Behavior;
import org.apache.pekko.actor.typed.javadsl.Behaviors;
import org.apache.pekko.cluster.sharding.typed.javadsl.EntityTypeKey;
import org.apache.pekko.persistence.typed.SnapshotAdapter;
import org.apache.pekko.persistence.typed.javadsl.CommandHandlerWithReply;
import org.apache.pekko.persistence.typed.javadsl.EventHandler;
import org.apache.pekko.persistence.typed.javadsl.ReplyEffect;
import org.apache.pekko.persistence.typed.javadsl.RetentionCriteria;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One account of one owner, a wallet, points or commissions: the only writer of its events.
 *
 * <pre>
 * the hold           | Freeze        Commit          Release
 * none               | open (1)      RELEASED (2)    released (3)
 * open               | repeat (4)    committed (4)   released
 * released           | RELEASED      paid late (5)   repeat
 * committed          | repeat (4)    repeat (4)      REUSED
 * paid late          | RELEASED      repeat (4)      repeat
 *
 * the key            | Credit        Earn            TakeBack        Revert
 * new                | credited (6)  earned (6)      taken back (7)  reverted (8)
 * known              | repeat (4)    repeat (4)      repeat (4)      repeat (4)
 * </pre>
 *
 * A repeat stores nothing and shows the account as it stands. Words in capitals are refusals, which
 * store nothing either.
 *
 * <ol>
 *   <li>If as much is available, else INSUFFICIENT; of a suspended account SUSPENDED.
 *   <li>An order is paid only after its assets were set aside, so its hold has been forgotten:
 *       nobody can tell whether it was spent, and nothing is taken twice.
 *   <li>Of nothing: the freeze that comes late is refused.
 *   <li>If it is of the same amount, and under a key of the same operation, else REUSED.
 *   <li>From what is available, since the order is paid. If that is not enough, the account
 *       suspends itself.
 *   <li>A debt is paid from it first. TOO_MUCH beyond what an account can hold.
 *   <li>As far as it is there; the rest is owed. TOO_MUCH beyond what an account can owe.
 *   <li>Up to what the order has spent, else INSUFFICIENT.
 * </ol>
 *
 * <p>Before anything is stored, the books that it would leave are checked: they add up to zero,
 * nothing but debts and the origin is below zero, and what is frozen is the sum of the holds. What
 * would leave them otherwise is not done; the account stores that it is suspended by it, and raises
 * an alert. So the books of a suspended account are right, and only its owner is kept from using
 * more of it: it refuses every new Freeze. All else goes on, because it ends what orders have begun
 * or gives something back, and is checked in the same way. When the operation that it stopped at
 * comes again and can be done, because somebody credited what was missing, the account is free.
 *
 * <p>A write that fails or is refused is answered with {@link Unavailable} at once, and the entity
 * starts anew after a backoff; {@link StoringEntity} says what becomes of the commands that wait.
 */
public final class Account
    extends StoringEntity<AccountCommand, AccountReply, AccountEvent, AccountState> {

  public static final EntityTypeKey<AccountCommand> KEY =
      EntityTypeKey.create(AccountCommand.class, "Account");

  private static final Logger LOG = LoggerFactory.getLogger(Account.class);

  private final String entityId;
  private final Clock clock;
  private final AssetSettings settings;
  private final AccountDecisions decisions;

  public static Behavior<AccountCommand> create(
      String entityId, Clock clock, AssetSettings settings) {
    return Behaviors.setup(ctx -> new Account(entityId, clock, settings));
  }

  private Account(String entityId, Clock clock, AssetSettings settings) {
    super(KEY.name(), entityId, settings);
    this.entityId = entityId;
    this.clock = clock;
    this.settings = settings;
    this.decisions =
        new AccountDecisions(
            AccountId.parse(entityId), settings.accountRemembers(), settings.mostOpenHolds());
  }

  @Override
  public AccountState emptyState() {
    return AccountState.EMPTY;
  }

  @Override
  public CommandHandlerWithReply<AccountCommand, AccountEvent, AccountState> commandHandler() {
    return this::handle;
  }

  @Override
  public EventHandler<AccountState, AccountEvent> eventHandler() {
    return (state, event) -> state.after(event, settings.accountRemembers());
  }

  private ReplyEffect<AccountEvent, AccountState> handle(AccountState state, AccountCommand told) {
    if (!(told instanceof Asked command)) return Effect().stop().thenNoReply();
    var decision = decisions.decide(state, command, clock.instant());
    var event = decision.event();
    if (event == null) return Effect().reply(command.replyTo(), decision.reply());
    return store(event, command.replyTo(), decision.reply());
  }

  @Override
  protected void stored(AccountEvent event) {
    if (event instanceof Suspended s) {
      LOG.error("[Assets] [ALERT] account {}: suspended by {}: {}", entityId, s.key(), s.reason());
    }
  }

  @Override
  protected void tellUnavailable(ActorRef<AccountReply> caller, String why) {
    caller.tell(new Unavailable(why));
  }

  @Override
  public RetentionCriteria retentionCriteria() {
    return RetentionCriteria.snapshotEvery(
        settings.accountSnapshotEvery(), settings.snapshotsKept());
  }

  @Override
  public SnapshotAdapter<AccountState> snapshotAdapter() {
    return new SnapshotAdapter<>() {
      @Override
      public Object toJournal(AccountState state) {
        return state.toSnapshot();
      }

      @Override
      public AccountState fromJournal(Object stored) {
        return AccountState.of((AccountState.Snapshot) stored, settings.accountRemembers());
      }
    };
  }
}
