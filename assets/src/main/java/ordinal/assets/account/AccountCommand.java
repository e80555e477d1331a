package ordinal.assets.account;

import ordinal.assets.AccountReply;
import ordinal.assets.Cause;
import ordinal.assets.Hold;
import ordinal.kernel.JsonMessage;
import ordinal.kernel.TraceContext;
import org.apache.pekko.actor.typed.ActorRef;

/** What an account can be told. */
public sealed interface AccountCommand {

  /**
   * Sharding wants the memory back. A command of ours, and not Pekko's own signal, so that it waits
   * for its turn behind a write.
   */
  enum Passivate implements AccountCommand {
    INSTANCE
  }

  /** Someone waits for what becomes of it. */
  sealed interface Asked extends AccountCommand, JsonMessage {
    ActorRef<AccountReply> replyTo();
  }

  /** About what is set aside for one checkout. */
  sealed interface OfHold extends Asked {
    Hold hold();

    TraceContext trace();
  }

  /** Moves the account once for its key. */
  sealed interface Keyed extends Asked {
    long amount();

    Cause cause();
  }

  record Get(ActorRef<AccountReply> replyTo) implements Asked {}

  record Credit(long amount, Cause cause, ActorRef<AccountReply> replyTo) implements Keyed {
    public Credit {
      positive(amount);
    }
  }

  record Earn(long amount, Cause cause, ActorRef<AccountReply> replyTo) implements Keyed {
    public Earn {
      positive(amount);
    }
  }

  record TakeBack(long amount, Cause cause, ActorRef<AccountReply> replyTo) implements Keyed {
    public TakeBack {
      positive(amount);
    }
  }

  record Revert(String orderNo, long amount, Cause cause, ActorRef<AccountReply> replyTo)
      implements Keyed {
    public Revert {
      positive(amount);
    }
  }

  record Freeze(Hold hold, long amount, TraceContext trace, ActorRef<AccountReply> replyTo)
      implements OfHold {
    public Freeze {
      positive(amount);
    }
  }

  record Commit(Hold hold, long amount, TraceContext trace, ActorRef<AccountReply> replyTo)
      implements OfHold {
    public Commit {
      positive(amount);
    }
  }

  record Release(Hold hold, TraceContext trace, ActorRef<AccountReply> replyTo) implements OfHold {}

  private static void positive(long amount) {
    if (amount < 1) throw new IllegalArgumentException("the amount is " + amount);
  }
}
