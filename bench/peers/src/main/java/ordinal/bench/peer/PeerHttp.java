package ordinal.bench.peer;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamWriteFeature;
import com.fasterxml.jackson.databind.ObjectWriter;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import org.apache.pekko.http.javadsl.model.ContentTypes;
import org.apache.pekko.http.javadsl.model.HttpEntities;
import org.apache.pekko.http.javadsl.model.HttpEntity;
import org.apache.pekko.http.javadsl.model.HttpMethods;
import org.apache.pekko.http.javadsl.model.HttpRequest;
import org.apache.pekko.http.javadsl.model.HttpResponse;
import org.apache.pekko.http.javadsl.model.headers.RawHeader;
import org.apache.pekko.stream.Materializer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The calls of a peer, in Ordinal's words and envelope, so that one generator can drive them all.
 *
 * <pre>
 * POST /orders                   create  201, 200 again, 400
 * GET  /orders/{orderNo}         show    200, 404
 * POST /orders/{orderNo}/cancel  cancel  200, 404
 * POST /relay/pause, /relay/resume       200
 * GET  /ready                            200
 * </pre>
 *
 * The body is read where it arrives; what waits for the database runs on threads of its own.
 */
final class PeerHttp {

  private static final Logger LOG = LoggerFactory.getLogger(PeerHttp.class);

  private static final long BODY_MILLIS = 5_000;
  private static final String ORDERS = "/orders";
  private static final String CANCEL = "/cancel";

  private static final ObjectWriter WRITER =
      JsonMapper.builder()
          .enable(StreamWriteFeature.WRITE_BIGDECIMAL_AS_PLAIN)
          .build()
          .writerFor(Envelope.class);

  private record Envelope(String code, String message, @Nullable Object data, String traceId) {}

  private final OrderStore orders;
  private final Outbox outbox;
  private final Executor blocking;
  private final Materializer materializer;

  PeerHttp(OrderStore orders, Outbox outbox, Executor blocking, Materializer materializer) {
    this.orders = orders;
    this.outbox = outbox;
    this.blocking = blocking;
    this.materializer = materializer;
  }

  CompletionStage<HttpResponse> handle(HttpRequest request) {
    if (request.entity() instanceof HttpEntity.Strict strict) return answer(request, strict);
    return request
        .entity()
        .toStrict(BODY_MILLIS, materializer)
        .thenCompose(strict -> answer(request, strict));
  }

  private CompletionStage<HttpResponse> answer(HttpRequest request, HttpEntity.Strict body) {
    var path = request.getUri().path();
    boolean post = request.method().equals(HttpMethods.POST);
    if (path.equals("/ready")) return CompletableFuture.completedFuture(said(200, "ready"));
    if (post && path.equals("/relay/pause")) {
      outbox.pause();
      return CompletableFuture.completedFuture(said(200, "paused"));
    }
    if (post && path.equals("/relay/resume")) {
      outbox.resume();
      return CompletableFuture.completedFuture(said(200, "resumed"));
    }
    if (!path.startsWith(ORDERS)) return CompletableFuture.completedFuture(said(404, "no such"));
    var bytes = body.getData().toArrayUnsafe();
    return CompletableFuture.supplyAsync(() -> order(path, post, bytes), blocking);
  }

  private HttpResponse order(String path, boolean post, byte[] body) {
    try {
      if (post && path.equals(ORDERS)) return create(body);
      int begin = ORDERS.length() + 1;
      if (path.length() <= begin) return said(404, "no such call");
      if (!post) return shown(orders.show(path.substring(begin)), trace());
      if (!path.endsWith(CANCEL)) return said(404, "no such call");
      var trace = trace();
      var orderNo = path.substring(begin, path.length() - CANCEL.length());
      return shown(orders.cancel(orderNo, trace), trace);
    } catch (NewOrder.Refused e) {
      return said(400, String.valueOf(e.getMessage()));
    } catch (SQLException | RuntimeException e) {
      LOG.warn("a call failed: {}", e.toString());
      return said(503, "try again");
    }
  }

  private HttpResponse create(byte[] body) throws NewOrder.Refused, SQLException {
    var trace = trace();
    var stored = orders.create(NewOrder.read(body), trace);
    return response(stored.isNew() ? 201 : 200, "00000", "success", stored.order(), trace);
  }

  private static HttpResponse shown(Optional<ShownOrder> order, String trace) {
    return order
        .map(found -> response(200, "00000", "success", found, trace))
        .orElseGet(() -> response(404, "A0404", "there is no such order", null, trace));
  }

  private static HttpResponse said(int status, String message) {
    return response(status, status == 200 ? "00000" : "A0" + status, message, null, trace());
  }

  private static String trace() {
    return UUID.randomUUID().toString().replace("-", "");
  }

  private static HttpResponse response(
      int status, String code, String message, @Nullable Object data, String trace) {
    try {
      var bytes = WRITER.writeValueAsBytes(new Envelope(code, message, data, trace));
      return HttpResponse.create()
          .withStatus(status)
          .withHeaders(List.of(RawHeader.create("X-Trace-Id", trace)))
          .withEntity(HttpEntities.create(ContentTypes.APPLICATION_JSON, bytes));
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("an answer could not be written", e);
    }
  }
}
