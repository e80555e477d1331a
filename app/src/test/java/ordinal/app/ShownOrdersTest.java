package ordinal.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.LongSupplier;
import java.util.stream.IntStream;
import ordinal.journal.StoredEvents;
import ordinal.order.OrderEvent;
import ordinal.order.OrderEvent.OrderCanceled;
import ordinal.order.OrderEvent.OrderCreated;
import ordinal.order.OrderNumber;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Orders are shown from the journal: as fresh as their entities, and without starting them. */
class ShownOrdersTest {

  static TestNode node;

  @BeforeAll
  static void start() throws Exception {
    node = TestNode.start("shown_orders");
  }

  @AfterAll
  static void stop() {
    node.close();
  }

  private static String create(String requestId) {
    return RunningOrdinal.data(node.create(requestId)).path("orderNo").asText();
  }

  @Test
  void toShowAnOrderStartsNoEntity() {
    var orderNo = create("quiet");
    var unknown = OrderNumber.of("default", "10001", "never-made");

    assertThat(node.data("/orders/" + orderNo).path("status").asText()).isEqualTo("CREATED");
    assertThat(node.get("/orders/" + unknown).statusCode()).isEqualTo(404);

    assertThat(node.ordersInMemory()).doesNotContain(orderNo, unknown);
  }

  @Test
  void whatWasAcknowledgedIsShownAtOnce() throws Exception {
    var names = IntStream.range(0, 400).mapToObj(i -> "fresh-" + i).toList();
    var versions =
        JournalTest.all(
            names,
            name -> {
              var order = "/orders/" + create(name);
              assertThat(node.data(order).path("version").asLong()).as(name).isEqualTo(1);
              assertThat(node.post(order + "/cancel", "{}").statusCode()).isEqualTo(200);
              return node.get(order);
            });

    assertThat(versions)
        .allSatisfy(
            shown -> {
              assertThat(RunningOrdinal.data(shown).path("version").asLong()).isEqualTo(2);
              assertThat(RunningOrdinal.data(shown).path("status").asText()).isEqualTo("CANCELED");
            });
  }

  /** A committed row that may not be on disk yet is nothing to tell of: it could still vanish. */
  @Test
  void whatMayNotBeOnDiskYetIsLeftToTheEntity() throws Exception {
    var orderNo = create("on-disk");

    var own = stored(orderNo, () -> 0);
    assertThat(own).as("stored by this node, which was told that it is").isPresent();
    assertThat(own.get()).singleElement().isInstanceOf(OrderCreated.class);

    node.post("/orders/" + orderNo + "/cancel", "{}");
    assertThat(stored(orderNo, () -> 0)).as("the second event may not be").isEmpty();
    var settled = stored(orderNo, () -> Long.MAX_VALUE).orElseThrow();
    assertThat(settled).hasSize(2);
    assertThat(settled.get(1)).isInstanceOf(OrderCanceled.class);
  }

  @Test
  void anOrderOfManyEventsIsLeftToItsEntity() throws Exception {
    var orderNo = create("long");
    for (int i = 0; i < 49; i++) pay(orderNo, i);
    assertThat(stored(orderNo, () -> Long.MAX_VALUE).orElseThrow()).hasSize(50);

    pay(orderNo, 49);

    assertThat(stored(orderNo, () -> Long.MAX_VALUE)).isEmpty();
    assertThat(node.data("/orders/" + orderNo).path("version").asLong()).isEqualTo(51);
  }

  /** Comes out of order, so it is kept as an event and changes nothing. */
  private static void pay(String orderNo, int number) {
    node.post(
        "/orders/" + orderNo + "/payments",
        "{\"paymentId\":\"p-%d\",\"result\":\"FAILED\"}".formatted(number));
  }

  private static Optional<List<OrderEvent>> stored(String orderNo, LongSupplier settledUpTo)
      throws ExecutionException, InterruptedException, TimeoutException {
    return new StoredEvents(node.node.system(), settledUpTo)
        .of(OrderEvent.class, "Order|" + orderNo)
        .toCompletableFuture()
        .get(JournalTest.LIMIT.toSeconds(), TimeUnit.SECONDS);
  }
}
