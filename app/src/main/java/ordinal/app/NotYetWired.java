package ordinal.app;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import ordinal.http.Served;
import ordinal.http.serving.ErrorHandler;
import ordinal.order.Orders;
import org.apache.pekko.stream.javadsl.Source;

/** Stands in for the projections until this node runs them: nothing is found, nothing comes. */
final class NotYetWired {

  private NotYetWired() {}

  static Served served(Orders orders) {
    return new Served(
        orders,
        query ->
            CompletableFuture.failedFuture(
                new ErrorHandler.Unavailable("this node has no views", null)),
        orderNo -> CompletableFuture.completedFuture(Map.of()),
        (after, orderNo) -> Source.never(),
        () -> 0,
        new SimpleMeterRegistry());
  }
}
