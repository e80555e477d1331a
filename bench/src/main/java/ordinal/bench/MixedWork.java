package ordinal.bench;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * Of ten requests seven create an order, two read one and one cancels one, of those that this
 * thread created before. Which ones follows from the request's number, so every run is the same.
 */
final class MixedWork implements Work {

  private static final int OF_TEN_CREATE = 7;
  private static final int OF_TEN_CREATE_OR_READ = 9;

  /** Orders to choose from; older ones are forgotten. */
  private static final int REMEMBERED = 5_000;

  private static final int STRIDE = 1_009;

  private static final String CANCEL =
      String.join(
          "\r\n",
          "POST /orders/%s/cancel HTTP/1.1",
          "Host: %s",
          "X-Idempotency-Key: c-%d",
          "Content-Length: 0",
          "",
          "");

  private final OrderRequest create;
  private final String host;
  private final List<String> orderNos = new ArrayList<>();
  private long remembered;
  private long nextToCancel;

  MixedWork(String host, String run) {
    this.host = host;
    this.create = new OrderRequest(host, run);
  }

  @Override
  public ByteBuffer numbered(long number) {
    long turn = number % 10;
    if (turn < OF_TEN_CREATE || orderNos.isEmpty()) return create.numbered(number);
    if (turn < OF_TEN_CREATE_OR_READ) {
      var orderNo = orderNos.get((int) (number * STRIDE % orderNos.size()));
      return bytes("GET /orders/%s HTTP/1.1\r\nHost: %s\r\n\r\n".formatted(orderNo, host));
    }
    // Each once, as long as there are more created than canceled.
    var orderNo = orderNos.get((int) (nextToCancel++ % orderNos.size()));
    return bytes(CANCEL.formatted(orderNo, host, number));
  }

  private static ByteBuffer bytes(String request) {
    return ByteBuffer.wrap(request.getBytes(StandardCharsets.US_ASCII));
  }

  @Override
  public boolean readsBodies() {
    return true;
  }

  @Override
  public void answered(Response response) {
    if (response.status() != LoadResult.CREATED) return;
    var orderNo = response.text("orderNo");
    if (orderNo.isEmpty()) return;
    if (orderNos.size() < REMEMBERED) {
      orderNos.add(orderNo);
    } else {
      orderNos.set((int) (remembered % REMEMBERED), orderNo);
    }
    remembered++;
  }
}
