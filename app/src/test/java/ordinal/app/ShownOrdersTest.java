package ordinal.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.typesafe.config.ConfigFactory;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import ordinal.journal.FirstEvents;
import ordinal.journal.OnDisk;
import ordinal.journal.StoredEvents;
import ordinal.kernel.TraceContext;
import ordinal.order.Order;
import ordinal.order.OrderCommand;
import ordinal.order.OrderEvent;
import ordinal.order.OrderEvent.OrderCanceled;
import ordinal.order.OrderEvent.OrderCreated;
import ordinal.order.OrderNumber;
import ordinal.order.OrderReply;
import ordinal.order.OrderSettings;
import ordinal.order.OrderStatus;
import org.apache.pekko.actor.testkit.typed.javadsl.ActorTestKit;
import org.apache.pekko.actor.typed.Behavior;
import org.apache.pekko.persistence.query.PersistenceQuery;
import org.apache.pekko.persistence.query.javadsl.CurrentEventsByPersistenceIdQuery;
import org.apache.pekko.stream.javadsl.Sink;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Orders are shown from the journal: as fresh as their entities, and without starting them. */
class ShownOrdersTest {

  static final Duration LIMIT = JournalTest.LIMIT;
  static final TraceContext TRACE =
      new TraceContext("trace-1", "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01");

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
  void whatAnotherNodeHasJustMadeIsToldOfWhenItIsOnDisk() throws Exception {
    var orderNo = create("on-disk");
    try (var other = new OtherNode()) {
      var shown = other.events(orderNo);
      await().atMost(LIMIT).until(() -> other.marks.size() == 1);
      assertThat(shown).isNotDone();

      other.marks.get(0).complete(null);

      assertThat(get(shown).orElseThrow()).singleElement().isInstanceOf(OrderCreated.class);

      var unsure = other.events(orderNo);
      await().atMost(LIMIT).until(() -> other.marks.size() == 2);
      other.marks.get(1).completeExceptionally(new SQLException("on purpose"));
      assertThatThrownBy(() -> get(unsure)).hasRootCauseMessage("on purpose");

      other.head = Long.MAX_VALUE;
      assertThat(get(other.events(orderNo)).orElseThrow()).hasSize(1);
      assertThat(other.marks).as("its tail knew").hasSize(2);
    }
  }

  @Test
  void whatChangedJustNowIsLeftToTheEntity() throws Exception {
    var orderNo = create("changed");
    node.post("/orders/" + orderNo + "/cancel", "{}");
    try (var other = new OtherNode()) {
      other.head =
          node.number(
              "SELECT ordering FROM event_journal WHERE sequence_number = 1 AND persistence_id = "
                  + "'Order|%s'".formatted(orderNo));

      assertThat(get(other.events(orderNo))).isEmpty();

      assertThat(other.marks).isEmpty();
      other.head++;
      var settled = get(other.events(orderNo)).orElseThrow();
      assertThat(settled).hasSize(2);
      assertThat(settled.get(1)).isInstanceOf(OrderCanceled.class);
    }
  }

  /** It was told that it is on disk. */
  @Test
  void whatANodeHasStoredItselfItTellsAtOnce() throws Exception {
    try (var other = new OtherNode()) {
      var first = (OrderCreated) stored(create("template")).orElseThrow().get(0);
      var orderNo = OrderNumber.of("default", "10001", "own");
      var own =
          new OrderCreated(
              first.meta(),
              orderNo,
              first.tenantId(),
              first.userId(),
              "own",
              first.storeId(),
              first.items(),
              first.currency(),
              first.totalMinor());
      get(FirstEvents.of(other.actors.system()).store("Order|" + orderNo, List.of(own)));

      assertThat(get(other.events(orderNo)).orElseThrow()).containsExactly(own);

      assertThat(other.marks).isEmpty();
    }
  }

  /** What it says, and does next, would rest on what can still vanish. */
  @Test
  void anEntityAnswersWhenWhatItHasReadIsOnDisk() throws Exception {
    var orderNo = create("entity-on-disk");
    node.post("/orders/" + orderNo + "/cancel", "{}");
    try (var other = new OtherNode()) {
      var probe = other.actors.<OrderReply>createTestProbe();
      var entity = other.actors.spawn(other.entity(orderNo));
      entity.tell(new OrderCommand.Get(TRACE, probe.ref()));
      await().atMost(LIMIT).until(() -> other.marks.size() == 1);
      probe.expectNoMessage(Duration.ZERO);

      other.marks.get(0).complete(null);

      var shown = (OrderReply.Accepted) probe.receiveMessage(LIMIT);
      assertThat(shown.order().status()).isEqualTo(OrderStatus.CANCELED);
      assertThat(other.marks).as("one is for all of its events").hasSize(1);
    }
  }

  @Test
  void aTimelineTellsOnlyWhatIsOnDisk() throws Exception {
    var orderNo = create("timeline-on-disk");
    try (var other = new OtherNode()) {
      var read =
          PersistenceQuery.get(other.actors.system())
              .getReadJournalFor(CurrentEventsByPersistenceIdQuery.class, "jdbc-read-journal")
              .currentEventsByPersistenceId("Order|" + orderNo, 1, Long.MAX_VALUE)
              .runWith(Sink.seq(), other.actors.system())
              .toCompletableFuture();
      await().atMost(LIMIT).until(() -> other.marks.size() == 1);
      assertThat(read).isNotDone();

      other.marks.get(0).complete(null);

      assertThat(get(read)).hasSize(1);
    }
  }

  @Test
  void aJournalThatCannotBeReadSaysSoAtOnce() throws Exception {
    var orderNo = create("unread");
    try (var other =
        new OtherNode(
            NodeConfig.DATABASE + ".connectionTimeout = 250",
            NodeConfig.DATABASE + ".password = wrong")) {
      assertThatThrownBy(() -> get(other.events(orderNo))).hasCauseInstanceOf(SQLException.class);
    }
  }

  /** The entity says what is wrong with it, and orders beside it are read as before. */
  @Test
  void anEventThatCannotBeReadIsLeftToTheEntity() throws Exception {
    try (var connection = node.database.connect();
        var statement = connection.createStatement()) {
      statement.executeUpdate(
          // Marked as deleted, so that no view meets it.
          "INSERT INTO event_journal (deleted, persistence_id, sequence_number, writer,"
              + " write_timestamp, adapter_manifest, event_ser_id, event_ser_manifest,"
              + " event_payload) VALUES (TRUE, 'Order|broken', 1, 'w', 0, '', 33,"
              + " 'no.such.Event', '{}')");
    }
    try (var other = new OtherNode()) {
      other.head = Long.MAX_VALUE;

      assertThat(get(other.events("broken"))).isEmpty();
    }
  }

  @Test
  void anOrderOfManyEventsIsLeftToItsEntity() throws Exception {
    var orderNo = create("long");
    for (int i = 0; i < 49; i++) pay(orderNo, i);
    try (var other = new OtherNode()) {
      other.head = Long.MAX_VALUE;
      assertThat(get(other.events(orderNo)).orElseThrow()).hasSize(50);

      pay(orderNo, 49);

      assertThat(get(other.events(orderNo))).isEmpty();
    }
    assertThat(node.data("/orders/" + orderNo).path("version").asLong()).isEqualTo(51);
  }

  /** Comes out of order, so it is kept as an event and changes nothing. */
  private static void pay(String orderNo, int number) {
    node.post(
        "/orders/" + orderNo + "/payments",
        "{\"paymentId\":\"p-%d\",\"result\":\"FAILED\"}".formatted(number));
  }

  private static Optional<List<OrderEvent>> stored(String orderNo) throws Exception {
    return get(new StoredEvents(node.node.system()).of(OrderEvent.class, "Order|" + orderNo));
  }

  private static <T> T get(CompletionStage<T> stage) throws Exception {
    return stage.toCompletableFuture().get(LIMIT.toSeconds(), TimeUnit.SECONDS);
  }

  /** Has stored none of the orders, and knows of them what a test says. */
  private static final class OtherNode implements OnDisk.Tail, AutoCloseable {
    final ActorTestKit actors;
    final StoredEvents stored;
    final List<CompletableFuture<Void>> marks = new CopyOnWriteArrayList<>();
    volatile long head;

    OtherNode(String... hocon) {
      this.actors =
          ActorTestKit.create(
              ConfigFactory.parseString("pekko.actor.provider = local\n" + String.join("\n", hocon))
                  .withFallback(NodeConfig.of(node.settings, node.node.database())));
      this.stored = new StoredEvents(actors.system());
      OnDisk.of(actors.system()).ask(this);
    }

    CompletableFuture<Optional<List<OrderEvent>>> events(String orderNo) {
      return stored.of(OrderEvent.class, "Order|" + orderNo).toCompletableFuture();
    }

    Behavior<OrderCommand> entity(String orderNo) {
      var config = actors.system().settings().config();
      return Order.create(orderNo, Clock.systemUTC(), OrderSettings.of(config));
    }

    @Override
    public long head() {
      return head;
    }

    @Override
    public CompletionStage<?> commitMark() {
      var mark = new CompletableFuture<Void>();
      marks.add(mark);
      return mark;
    }

    @Override
    public void close() {
      for (var mark : marks) mark.complete(null);
      actors.shutdownTestKit();
    }
  }
}
