package ordinal.assets.account;

import java.time.Instant;
import java.util.Locale;
import ordinal.assets.AccountId;
import ordinal.assets.AccountReply;
import ordinal.assets.AccountReply.Refusal;
import ordinal.assets.AccountReply.Refused;
import ordinal.assets.AccountReply.Standing;
import ordinal.assets.AssetEvent.AccountEvent;
import ordinal.assets.AssetEvent.Committed;
import ordinal.assets.AssetEvent.Credited;
import ordinal.assets.AssetEvent.Earned;
import ordinal.assets.AssetEvent.Frozen;
import ordinal.assets.AssetEvent.Released;
import ordinal.assets.AssetEvent.Reverted;
import ordinal.assets.AssetEvent.Suspended;
import ordinal.assets.AssetEvent.TakenBack;
import ordinal.assets.Balance;
import ordinal.assets.Hold;
import ordinal.assets.account.AccountCommand.Asked;
import ordinal.assets.account.AccountCommand.Commit;
import ordinal.assets.account.AccountCommand.Credit;
import ordinal.assets.account.AccountCommand.Earn;
import ordinal.assets.account.AccountCommand.Freeze;
import ordinal.assets.account.AccountCommand.Get;
import ordinal.assets.account.AccountCommand.Keyed;
import ordinal.assets.account.AccountCommand.Release;
import ordinal.assets.account.AccountCommand.Revert;
import ordinal.assets.account.AccountCommand.TakeBack;
import ordinal.assets.account.AccountState.End;
import ordinal.kernel.EventMeta;
import ordinal.kernel.TraceContext;
import org.jspecify.annotations.Nullable;

/** What becomes of a command: the rules of {@link Account}'s table, without side effects. */
final class AccountDecisions {

  /**
   * Of an account's whole turnover, in minor units or points. Programs that read numbers as doubles
   * still have every one exactly.
   */
  static final long MOST = 1_000_000_000_000_000L;

  /** At most one event, and what the caller hears once it is stored. */
  record Decision(@Nullable AccountEvent event, AccountReply reply) {}

  private final AccountId id;
  private final int remembered;
  private final int mostOpen;

  AccountDecisions(AccountId id, int remembered, int mostOpen) {
    this.id = id;
    this.remembered = remembered;
    this.mostOpen = mostOpen;
  }

  Decision decide(AccountState state, Asked command, Instant now) {
    if (command instanceof Get) return show(state, false);
    if (command instanceof Keyed keyed) return keyed(state, keyed, now);
    if (command instanceof Freeze freeze) return freeze(state, freeze, now);
    if (command instanceof Commit commit) return commit(state, commit, now);
    if (command instanceof Release release) return release(state, release, now);
    throw new IllegalStateException("an account has no rule for " + command);
  }

  private Decision keyed(AccountState state, Keyed command, Instant now) {
    var said = AccountState.said(word(command), command.amount());
    var before = state.done().of(command.cause().key());
    if (before != null) {
      return before.equals(said)
          ? show(state, true)
          : refuse(state, Refusal.REUSED, "this key has said: " + before);
    }
    var meta = meta(now, command.cause().trace());
    if (command instanceof Credit credit) return credit(state, credit, meta);
    if (command instanceof Earn earn) return earn(state, earn, meta);
    if (command instanceof TakeBack takeBack) return takeBack(state, takeBack, meta);
    return revert(state, (Revert) command, meta);
  }

  private static String word(Keyed command) {
    return command.getClass().getSimpleName().toLowerCase(Locale.ROOT);
  }

  private Decision credit(AccountState state, Credit c, EventMeta meta) {
    if (isTooMuch(state, c.amount())) return tooMuch(state);
    var debtPaid = debtPaid(state, c.amount());
    var cause = c.cause();
    return store(
        state,
        new Credited(
            meta,
            id.kind(),
            cause.key(),
            cause.orderNo(),
            c.amount(),
            debtPaid,
            funded(state, c.amount(), debtPaid)));
  }

  private Decision earn(AccountState state, Earn c, EventMeta meta) {
    if (isTooMuch(state, c.amount())) return tooMuch(state);
    var debtPaid = debtPaid(state, c.amount());
    var cause = c.cause();
    return store(
        state,
        new Earned(
            meta,
            id.kind(),
            cause.key(),
            cause.orderNo(),
            c.amount(),
            debtPaid,
            funded(state, c.amount(), debtPaid)));
  }

  private static long debtPaid(AccountState state, long amount) {
    return Math.min(amount, -state.balance().owed());
  }

  private static Balance funded(AccountState state, long amount, long debtPaid) {
    var b = state.balance();
    return new Balance(
        b.available() + amount - debtPaid,
        b.frozen(),
        b.spent(),
        b.owed() + debtPaid,
        b.funded() - amount);
  }

  private Decision takeBack(AccountState state, TakeBack c, EventMeta meta) {
    var b = state.balance();
    long missing = Math.max(0, c.amount() - b.available());
    if (c.amount() > MOST || missing - b.owed() > MOST || c.amount() + b.funded() > MOST) {
      return tooMuch(state);
    }
    var after =
        new Balance(
            b.available() - c.amount() + missing,
            b.frozen(),
            b.spent(),
            b.owed() - missing,
            b.funded() + c.amount());
    var cause = c.cause();
    return store(
        state,
        new TakenBack(meta, id.kind(), cause.key(), cause.orderNo(), c.amount(), missing, after));
  }

  private Decision revert(AccountState state, Revert c, EventMeta meta) {
    long spent = state.spentBy(c.orderNo());
    if (c.amount() > spent) {
      return refuse(
          state, Refusal.INSUFFICIENT, "order " + c.orderNo() + " has spent " + spent + " here");
    }
    var b = state.balance();
    var after =
        new Balance(
            b.available() + c.amount(), b.frozen(), b.spent() - c.amount(), b.owed(), b.funded());
    return store(
        state, new Reverted(meta, id.kind(), c.cause().key(), c.orderNo(), c.amount(), after));
  }

  private Decision freeze(AccountState state, Freeze c, Instant now) {
    var open = state.openOf(c.hold());
    if (open != null) return repeatOf(state, open, c.amount());
    var ended = state.endedOf(c.hold());
    if (ended != null) {
      return ended.end() == End.COMMITTED
          ? repeatOf(state, ended.amount(), c.amount())
          : refuse(state, Refusal.RELEASED, "order " + c.hold().orderNo() + " has given it up");
    }
    var b = state.balance();
    if (state.isSuspended()) return suspended(state);
    if (c.amount() > b.available()) {
      return refuse(state, Refusal.INSUFFICIENT, b.available() + " available");
    }
    if (state.open().size() >= mostOpen) {
      return refuse(state, Refusal.TOO_MUCH, mostOpen + " orders wait for their payment");
    }
    var after =
        new Balance(
            b.available() - c.amount(), b.frozen() + c.amount(), b.spent(), b.owed(), b.funded());
    var key = key(c.hold(), "freeze");
    return store(
        state, new Frozen(meta(now, c.trace()), id.kind(), key, c.hold(), c.amount(), after));
  }

  private Decision commit(AccountState state, Commit c, Instant now) {
    var open = state.openOf(c.hold());
    if (open != null) {
      return open == c.amount() ? spend(state, c, 0, now) : repeatOf(state, open, c.amount());
    }
    var ended = state.endedOf(c.hold());
    if (ended == null) {
      return refuse(state, Refusal.RELEASED, "nothing is known of " + key(c.hold(), "freeze"));
    }
    if (ended.end() != End.RELEASED) return repeatOf(state, ended.amount(), c.amount());
    if (ended.amount() != 0 && ended.amount() != c.amount()) {
      return repeatOf(state, ended.amount(), c.amount());
    }
    return spend(state, c, c.amount(), now);
  }

  private Decision spend(AccountState state, Commit c, long fromAvailable, Instant now) {
    var b = state.balance();
    var after =
        new Balance(
            b.available() - fromAvailable,
            b.frozen() - (c.amount() - fromAvailable),
            b.spent() + c.amount(),
            b.owed(),
            b.funded());
    var key = key(c.hold(), "commit");
    return store(
        state,
        new Committed(
            meta(now, c.trace()), id.kind(), key, c.hold(), c.amount(), fromAvailable, after));
  }

  private Decision release(AccountState state, Release c, Instant now) {
    var ended = state.endedOf(c.hold());
    if (ended != null) {
      return ended.end() == End.COMMITTED
          ? refuse(state, Refusal.REUSED, "order " + c.hold().orderNo() + " has spent it")
          : show(state, true);
    }
    var open = state.openOf(c.hold());
    long amount = open == null ? 0 : open;
    var b = state.balance();
    var after =
        new Balance(b.available() + amount, b.frozen() - amount, b.spent(), b.owed(), b.funded());
    var key = key(c.hold(), "release");
    return store(
        state, new Released(meta(now, c.trace()), id.kind(), key, c.hold(), amount, after));
  }

  // Answers.

  /** The last look before it is stored: what would break the books suspends the account. */
  private Decision store(AccountState state, AccountEvent event) {
    var next = state.after(event, remembered);
    var fault = next.fault();
    if (fault == null) {
      return new Decision(event, new Standing(next.balance(), next.isSuspended(), false));
    }
    if (state.isSuspended()) return refuse(state, Refusal.SUSPENDED, fault);
    return new Decision(
        new Suspended(
            event.meta(), id.kind(), event.key(), event.orderNo(), fault, state.balance()),
        new Refused(Refusal.SUSPENDED, fault, state.balance()));
  }

  private static Decision show(AccountState state, boolean repeated) {
    return new Decision(null, new Standing(state.balance(), state.isSuspended(), repeated));
  }

  private static Decision repeatOf(AccountState state, long amount, long said) {
    return amount == said
        ? show(state, true)
        : refuse(state, Refusal.REUSED, "this hold is of " + amount);
  }

  private static Decision refuse(AccountState state, Refusal refusal, String detail) {
    return new Decision(null, new Refused(refusal, detail, state.balance()));
  }

  private static Decision suspended(AccountState state) {
    return refuse(state, Refusal.SUSPENDED, "suspended since " + state.suspendedBy());
  }

  private static boolean isTooMuch(AccountState state, long amount) {
    var b = state.balance();
    return amount > MOST || b.available() + b.frozen() + b.spent() + amount > MOST;
  }

  private static Decision tooMuch(AccountState state) {
    return refuse(state, Refusal.TOO_MUCH, "an account holds or owes " + MOST + " at the most");
  }

  private String key(Hold hold, String operation) {
    return hold.key(id.kind().name().toLowerCase(Locale.ROOT), operation);
  }

  private EventMeta meta(Instant now, TraceContext trace) {
    return EventMeta.of(now, trace, null, id.tenantId());
  }
}
