package ordinal.assets;

import ordinal.kernel.JsonMessage;

/**
 * The books of one account, double-entry: every movement takes from one column what it adds to
 * another, so their sum is zero at every moment.
 *
 * @param available what its owner can use
 * @param frozen what is set aside for orders that are not paid yet
 * @param spent what orders have used, less what came back
 * @param owed what was to be taken back and was not there any more; zero or below
 * @param funded where all of it came from: credits and earnings; zero or below, unless more was
 *     taken back than ever came
 */
public record Balance(long available, long frozen, long spent, long owed, long funded)
    implements JsonMessage {

  public static final Balance ZERO = new Balance(0, 0, 0, 0, 0);

  public long sum() {
    return available + frozen + spent + owed + funded;
  }
}
