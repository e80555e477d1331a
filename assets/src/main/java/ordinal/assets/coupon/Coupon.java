package ordinal.assets.coupon;

import java.time.Clock;
import ordinal.assets.AssetEvent.CouponEvent;
import ordinal.assets.AssetSettings;
import ordinal.assets.CouponId;
import ordinal.assets.CouponReply;
import ordinal.assets.CouponReply.Refused;
import ordinal.assets.CouponReply.Unavailable;
import ordinal.assets.StoringEntity;
import ordinal.assets.coupon.CouponCommand.Asked;
import ordinal.assets.coupon.CouponCommand.Use;
import org.apache.pekko.actor.typed.ActorRef;
import org.apache.pekko.actor.typed.Behavior;
import org.apache.pekko.actor.typed.javadsl.Behaviors;
import org.apache.pekko.cluster.sharding.typed.javadsl.EntityTypeKey;
import org.apache.pekko.persistence.typed.javadsl.CommandHandlerWithReply;
import org.apache.pekko.persistence.typed.javadsl.EventHandler;
import org.apache.pekko.persistence.typed.javadsl.ReplyEffect;
import org.apache.pekko.persistence.typed.javadsl.RetentionCriteria;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One coupon: the only writer of its events.
 *
 * <pre>
 * the coupon                  | Issue       Lock         Use           Unlock
 * not issued                  | AVAILABLE   UNKNOWN      UNKNOWN       UNKNOWN (1)
 * AVAILABLE                   | repeat (2)  LOCKED (3)   RELEASED (4)  tombstone (5)
 * AVAILABLE, hold was given up| repeat (2)  RELEASED     USED (6)      repeat
 * LOCKED for this hold        | repeat (2)  repeat       USED          AVAILABLE
 * LOCKED for another          | repeat (2)  LOCKED       RELEASED (4)  tombstone (5)
 * LOCKED, hold was given up   | repeat (2)  RELEASED     LOCKED (7)    repeat
 * USED by this hold           | repeat (2)  repeat (8)   repeat        USED (8)
 * USED by another             | repeat (2)  USED         RELEASED (4)  tombstone (5)
 * USED, hold was given up     | repeat (2)  RELEASED     USED (7)      repeat
 * </pre>
 *
 * A repeat stores nothing and shows the coupon as it stands. Where Lock, Use or Unlock find what
 * the table says in capitals although nothing can be done, it is the refusal of that name.
 *
 * <ol>
 *   <li>Nothing was locked, and whoever releases may take it for done.
 *   <li>If it says what the first one said, else REUSED.
 *   <li>If it is the user's, else NOT_YOURS, which goes before all other refusals; and if its time
 *       is not over, else EXPIRED.
 *   <li>Nothing is known of such a hold.
 *   <li>The status stays; the lock that comes late is refused.
 *   <li>The order is paid with its discount. It was locked in time, so its expiry does not matter.
 *   <li>Refused, and an alert: the order is paid with a discount that another one has.
 *   <li>Once it was given up and used all the same: RELEASED to Lock, a repeat to Unlock.
 * </ol>
 *
 * <p>A write that fails or is refused is answered with {@link Unavailable} at once, and the entity
 * starts anew after a backoff; {@link StoringEntity} says what becomes of the commands that wait.
 */
public final class Coupon
    extends StoringEntity<CouponCommand, CouponReply, CouponEvent, CouponState> {

  public static final EntityTypeKey<CouponCommand> KEY =
      EntityTypeKey.create(CouponCommand.class, "Coupon");

  private static final Logger LOG = LoggerFactory.getLogger(Coupon.class);

  private final String entityId;
  private final Clock clock;
  private final AssetSettings settings;
  private final CouponDecisions decisions;

  public static Behavior<CouponCommand> create(
      String entityId, Clock clock, AssetSettings settings) {
    return Behaviors.setup(ctx -> new Coupon(entityId, clock, settings));
  }

  private Coupon(String entityId, Clock clock, AssetSettings settings) {
    super(KEY.name(), entityId, settings);
    this.entityId = entityId;
    this.clock = clock;
    this.settings = settings;
    this.decisions = new CouponDecisions(CouponId.parse(entityId), settings.couponRemembers());
  }

  @Override
  public CouponState emptyState() {
    return CouponState.EMPTY;
  }

  @Override
  public CommandHandlerWithReply<CouponCommand, CouponEvent, CouponState> commandHandler() {
    return this::handle;
  }

  @Override
  public EventHandler<CouponState, CouponEvent> eventHandler() {
    return (state, event) -> state.after(event, settings.couponRemembers());
  }

  private ReplyEffect<CouponEvent, CouponState> handle(CouponState state, CouponCommand told) {
    if (!(told instanceof Asked command)) return Effect().stop().thenNoReply();
    var decision = decisions.decide(state, command, clock.instant());
    var event = decision.event();
    if (event != null) return store(event, command.replyTo(), decision.reply());
    if (command instanceof Use use && decision.reply() instanceof Refused refused) {
      LOG.error(
          "[Assets] [ALERT] coupon {}: order {} is paid but could not use it: {}",
          entityId,
          use.hold().orderNo(),
          refused.detail());
    }
    return Effect().reply(command.replyTo(), decision.reply());
  }

  @Override
  protected void stored(CouponEvent event) {}

  @Override
  protected void tellUnavailable(ActorRef<CouponReply> caller, String why) {
    caller.tell(new Unavailable(why));
  }

  @Override
  public RetentionCriteria retentionCriteria() {
    return RetentionCriteria.snapshotEvery(
        settings.couponSnapshotEvery(), settings.snapshotsKept());
  }
}
