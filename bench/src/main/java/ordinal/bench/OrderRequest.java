package ordinal.bench;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * The bytes of one {@code POST} that creates an order, made once and then only given new digits:
 * the numbers in it have a fixed width, so its length never changes. Making JSON would cost more
 * than sending it.
 */
final class OrderRequest implements Work {

  private static final int USERS = 10_000;
  private static final int USER_DIGITS = 5;
  private static final int NUMBER_DIGITS = 10;

  /** Neighbouring numbers go to users far apart; it has no factor in common with their count. */
  private static final int STRIDE = 7_919;

  private final byte[] bytes;
  private final int numberEnd;
  private final int userEnd;

  /**
   * @param run tells the requests of this run from those of all others
   */
  OrderRequest(String host, String run) {
    this(
        host,
        "/orders",
        run,
        "\"items\":[{\"skuId\":\"sku-1\",\"quantity\":2,\"unitPrice\":99.99},"
            + "{\"skuId\":\"sku-2\",\"quantity\":1,\"unitPrice\":19.90}]");
  }

  /** One piece in a flash sale. */
  static OrderRequest ofFlashSale(String host, String skuId, String run) {
    return new OrderRequest(
        host, "/flash-sales/" + skuId + "/orders", run, "\"quantity\":1,\"unitPrice\":9.90");
  }

  private OrderRequest(String host, String path, String run, String wanted) {
    var number = "0".repeat(NUMBER_DIGITS);
    var user = "0".repeat(USER_DIGITS);
    var beforeUser = "{\"clientRequestId\":\"" + run + "-" + number + "\",\"userId\":\"u";
    var body = beforeUser + user + "\"," + wanted + "}";
    var head =
        "POST %s HTTP/1.1\r\nHost: %s\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n"
            .formatted(path, host, body.length());
    bytes = (head + body).getBytes(StandardCharsets.US_ASCII);
    numberEnd = head.length() + beforeUser.indexOf(number) + NUMBER_DIGITS;
    userEnd = head.length() + beforeUser.length() + USER_DIGITS;
  }

  @Override
  public ByteBuffer numbered(long number) {
    write(number, NUMBER_DIGITS, numberEnd);
    write(number * STRIDE % USERS, USER_DIGITS, userEnd);
    return ByteBuffer.wrap(bytes);
  }

  private void write(long value, int digits, int end) {
    long rest = value;
    for (int at = end - 1; at >= end - digits; at--) {
      bytes[at] = (byte) ('0' + rest % 10);
      rest /= 10;
    }
  }
}
