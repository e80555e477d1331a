package ordinal.inventory;

import ordinal.kernel.JsonMessage;

/** So many pieces of a sku; an order has at most one line for each. */
public record Line(String skuId, long quantity) implements JsonMessage {

  public Line {
    if (quantity < 1) throw new IllegalArgumentException("quantity is " + quantity);
  }
}
