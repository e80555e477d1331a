package ordinal.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeoutException;
import ordinal.order.OrderNumber;
import org.apache.pekko.http.javadsl.ServerBinding;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class FailureTest {

  private static final String ORDER = "/orders/" + OrderNumber.of("default", "u1", "held");

  private final Api api = Api.shared();
  private final HeldOrders held = new HeldOrders();
  private final ServerBinding holding =
      api.start(held, api.settings("ordinal.http.history-timeout = 50ms"));

  @AfterEach
  void stop() {
    Api.wait(holding.unbind());
  }

  private CompletableFuture<Reply> get(String path) {
    return api.send(holding.localAddress().getPort(), "GET", path, null);
  }

  private Reply failingWith(Throwable failure) {
    var reply = get(ORDER);
    Awaitility.await().until(() -> !held.asked.isEmpty());
    held.asked.remove().completeExceptionally(failure);
    return Api.wait(reply);
  }

  @Test
  void aFailedWriteIsAnsweredAtOnceAndTheSameRequestCanBeSentAgain() {
    var id = Api.fresh();
    var orderNo = OrderNumber.of("default", "u1", id);
    api.journal.failNextPersisted("Order|" + orderNo, new SQLException("disk full"));
    long start = System.nanoTime();

    var failed = api.post("/orders", Api.createBody(id)).is(503, "B0100");

    assertThat(failed.header("Retry-After")).isEqualTo("1");
    assertThat(System.nanoTime() - start).isLessThan(2_000_000_000L);
    assertThat(failed.text()).doesNotContain("disk full");
    api.post("/orders", Api.createBody(id)).is(201, "00000");
    assertThat(api.events(orderNo)).isEqualTo(1);
  }

  @Test
  void noAnswerInTimeMeansTryAgain() {
    var failed = failingWith(new TimeoutException("Ask timed out on [Actor[...]]"));

    assertThat(failed.is(503, "B0100").text()).doesNotContain("Actor");
  }

  @Test
  void whatNobodyExpectedIsOurFaultAndSaysNothing() {
    var failed = failingWith(new IllegalStateException("secret detail"));

    assertThat(failed.is(500, "B0001").text()).doesNotContain("secret", "Exception", "at ordinal");
  }

  @Test
  void aJournalThatCannotBeReadMeansTryAgain() {
    held.history = CompletableFuture.failedFuture(new SQLException("no connection"));
    Api.wait(get(ORDER + "/timeline")).is(503, "B0100");
    held.history = new CompletableFuture<>();
    Api.wait(get(ORDER + "?atVersion=1")).is(503, "B0100");
    held.history = CompletableFuture.failedFuture(new IllegalStateException("a bug"));
    Api.wait(get(ORDER + "/timeline")).is(500, "B0001");
  }
}
