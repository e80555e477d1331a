package ordinal.assets.account;

import java.util.List;
import ordinal.assets.Balance;
import ordinal.assets.Hold;
import ordinal.kernel.JsonMessage;

/** Gives the tests of other packages what a snapshot looks like. */
public final class AccountFormats {

  private AccountFormats() {}

  public static JsonMessage snapshot() {
    return new AccountState.Snapshot(
        new Balance(500, 300, 200, -50, -950),
        "wallet:ORD-4:commit",
        List.of(new AccountState.OpenHold(new Hold("ORD-1", 2), 300)),
        List.of(
            new AccountState.EndedHold("ORD-1#1", AccountState.End.RELEASED, 0),
            new AccountState.EndedHold("ORD-2#1", AccountState.End.COMMITTED, 150),
            new AccountState.EndedHold("ORD-3#1", AccountState.End.PAID_LATE, 50)),
        List.of(new AccountState.SpentBy("ORD-2", 150), new AccountState.SpentBy("ORD-3", 50)),
        List.of(new AccountState.DoneOnce("credit:top-up-1", "credit 1000")));
  }

  /** The same once it was read by an account and stored again. */
  public static JsonMessage readAndWritten(Object snapshot) {
    return AccountState.of((AccountState.Snapshot) snapshot, 100).toSnapshot();
  }
}
