package ordinal.order;

import static ordinal.order.Samples.*;
import static org.assertj.core.api.Assertions.assertThat;

import com.typesafe.config.ConfigFactory;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import ordinal.order.OrderReply.Accepted;
import ordinal.order.OrderReply.Refusal;
import ordinal.order.OrderReply.Refused;
import org.apache.pekko.actor.testkit.typed.javadsl.ActorTestKit;
import org.apache.pekko.cluster.typed.Cluster;
import org.apache.pekko.cluster.typed.Join;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/** An order that is shown from the journal, and by its entity when the journal cannot. */
class ShownOrderTest {

  static final ActorTestKit actors =
      ActorTestKit.create(
          ConfigFactory.parseString(
                  """
                  pekko.actor.provider = cluster
                  pekko.remote.artery.canonical { hostname = "127.0.0.1", port = 0 }
                  ordinal.order.read-journal = "pekko.persistence.testkit.query"
                  ordinal.order.read-limit = 100ms
                  ordinal.order.read-pause = 1h
                  """)
              .withFallback(config()));

  static {
    var cluster = Cluster.get(actors.system());
    cluster.manager().tell(Join.create(cluster.selfMember().address()));
  }

  private CompletionStage<Optional<List<OrderEvent>>> stored = new CompletableFuture<>();
  private int reads;
  private final ShardedOrders orders =
      ShardedOrders.start(
          actors.system(),
          Clock.systemUTC(),
          (id, events) -> CompletableFuture.completedFuture(false),
          id -> {
            reads++;
            return stored;
          });

  @AfterAll
  static void stop() {
    actors.shutdownTestKit();
  }

  private static OrderReply get(CompletionStage<OrderReply> reply) throws Exception {
    return reply.toCompletableFuture().get(20, TimeUnit.SECONDS);
  }

  /** By its entity, which is in memory from then on. */
  private OrderState.Existing made(String requestId) throws Exception {
    var orderNo = OrderNumber.of("default", "10001", requestId);
    var reply =
        get(
            orders.create(
                orderNo,
                to ->
                    new OrderCommand.Create(
                        "default", "10001", requestId, null, SOCKS, "CNY", TRACE, to)));
    return ((Accepted) reply).order();
  }

  private OrderReply shown(OrderState.Existing order, String tenant) throws Exception {
    return get(orders.show(order.contents().orderNo(), tenant, TRACE));
  }

  private List<OrderEvent> events(OrderState.Existing order) throws Exception {
    return orders
        .history(order.contents().orderNo())
        .toCompletableFuture()
        .get(20, TimeUnit.SECONDS)
        .stream()
        .map(OrderStep::event)
        .toList();
  }

  @Test
  void whatTheJournalHoldsIsShown() throws Exception {
    var order = made("held");
    stored = CompletableFuture.completedFuture(Optional.of(events(order)));
    assertThat(shown(order, "default")).isEqualTo(new Accepted(order));
    assertThat(((Refused) shown(order, "another")).refusal()).isEqualTo(Refusal.UNKNOWN_ORDER);

    stored = CompletableFuture.completedFuture(Optional.of(List.of()));
    assertThat(((Refused) shown(order, "default")).refusal()).isEqualTo(Refusal.UNKNOWN_ORDER);
  }

  @Test
  void whatTheJournalLeavesToTheEntityIsAsked() throws Exception {
    var order = made("left");
    stored = CompletableFuture.completedFuture(Optional.empty());

    assertThat(shown(order, "default")).isEqualTo(new Accepted(order));

    assertThat(((Refused) shown(order, "another")).refusal()).isEqualTo(Refusal.UNKNOWN_ORDER);
    assertThat(reads).as("the journal has answered").isEqualTo(2);
  }

  @Test
  void behindAFailureTheEntityIsAskedAtOnce() throws Exception {
    var order = made("asked");
    stored = CompletableFuture.failedFuture(new IllegalStateException("away, on purpose"));

    assertThat(shown(order, "default")).isEqualTo(new Accepted(order));

    assertThat(((Refused) shown(order, "another")).refusal()).isEqualTo(Refusal.UNKNOWN_ORDER);
    assertThat(shown(order, "default")).isEqualTo(new Accepted(order));
    assertThat(reads).isOne();
  }

  /** Nobody looks it up any more ({@code ordinal.journal.StoredEvents}), or waits for it again. */
  @Test
  void whoHasWaitedLongEnoughForTheJournalGivesTheReadUp() throws Exception {
    var order = made("silent");

    assertThat(shown(order, "default")).isEqualTo(new Accepted(order));

    assertThat(stored.toCompletableFuture()).isCompletedExceptionally();
    assertThat(shown(order, "default")).isEqualTo(new Accepted(order));
    assertThat(reads).isOne();
  }

  @Test
  void eventsThatMakeNoOrderAreLeftToTheEntity() throws Exception {
    var order = made("senseless");
    stored =
        CompletableFuture.completedFuture(
            Optional.of(List.of(new OrderEvent.OrderStockReserved(Samples.plain()))));

    assertThat(shown(order, "default")).isEqualTo(new Accepted(order));
  }
}
