package ordinal.assets;

import ordinal.kernel.JsonMessage;

/**
 * What is set aside for one checkout of one order. An order whose payment failed may be checked out
 * again: that is another hold, so that a late message about the first cannot touch it.
 *
 * @param checkoutNo counts an order's checkouts from 1
 */
public record Hold(String orderNo, int checkoutNo) implements JsonMessage {

  public Hold {
    if (checkoutNo < 1) throw new IllegalArgumentException("checkouts count from 1");
  }

  /** {@code wallet:ORD…:freeze}, and from the second checkout on with its number behind it. */
  public String key(String asset, String operation) {
    var key = asset + ":" + orderNo + ":" + operation;
    return checkoutNo == 1 ? key : key + ":" + checkoutNo;
  }
}
