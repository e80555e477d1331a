package ordinal.assets.account;

import static ordinal.assets.Samples.TRACE;

import java.util.function.Function;
import ordinal.assets.AccountReply;
import ordinal.assets.Cause;
import ordinal.assets.Hold;
import ordinal.assets.account.AccountCommand.*;
import org.apache.pekko.actor.typed.ActorRef;

/** What the tests of this package tell an account. */
final class AccountWords {

  static final Hold FIRST = new Hold("ORD-1", 1);
  static final Hold SECOND = new Hold("ORD-2", 1);

  private AccountWords() {}

  /** A command that still lacks the address of its reply. */
  interface To extends Function<ActorRef<AccountReply>, Asked> {}

  static To get() {
    return Get::new;
  }

  static To credit(String key, long amount) {
    return to -> new Credit(amount, cause(key, null), to);
  }

  static To earn(String key, long amount) {
    return to -> new Earn(amount, cause(key, "ORD-1"), to);
  }

  static To takeBack(String key, long amount) {
    return to -> new TakeBack(amount, cause(key, "ORD-1"), to);
  }

  static To revert(String key, String orderNo, long amount) {
    return to -> new Revert(orderNo, amount, cause(key, orderNo), to);
  }

  static To freeze(Hold hold, long amount) {
    return to -> new Freeze(hold, amount, TRACE, to);
  }

  static To commit(Hold hold, long amount) {
    return to -> new Commit(hold, amount, TRACE, to);
  }

  static To release(Hold hold) {
    return to -> new Release(hold, TRACE, to);
  }

  private static Cause cause(String key, String orderNo) {
    return new Cause(key, orderNo, TRACE);
  }
}
