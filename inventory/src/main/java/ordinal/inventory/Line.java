package ordinal.inventory;

import java.util.List;
import java.util.TreeMap;
import ordinal.kernel.JsonMessage;

/** So many pieces of a sku; an order has at most one line for each. */
public record Line(String skuId, long quantity) implements JsonMessage {

  public Line {
    if (quantity < 1) throw new IllegalArgumentException("quantity is " + quantity);
  }

  /**
   * One line for each sku, sorted by it: the order in which every reservation goes through its
   * skus. Throws an ArithmeticException when a sum does not fit.
   */
  public static List<Line> merged(List<Line> lines) {
    var bySku = new TreeMap<String, Long>();
    for (var line : lines) {
      bySku.merge(line.skuId(), line.quantity(), Math::addExact);
    }
    return bySku.entrySet().stream().map(sku -> new Line(sku.getKey(), sku.getValue())).toList();
  }
}
