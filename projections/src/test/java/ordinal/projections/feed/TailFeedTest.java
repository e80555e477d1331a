package ordinal.projections.feed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.typesafe.config.ConfigFactory;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.TimeUnit;
import ordinal.assets.AssetEvent.CouponIssued;
import ordinal.inventory.InventoryEvent.SkuStockSet;
import ordinal.kernel.EventMeta;
import ordinal.order.OrderEvent;
import ordinal.order.OrderEvent.OrderStockReserved;
import ordinal.projections.TestJournal;
import ordinal.projections.feed.EventFeed.FeedEvent;
import ordinal.projections.tail.JournalTail;
import ordinal.projections.tail.TailSettings;
import org.apache.pekko.actor.testkit.typed.javadsl.ActorTestKit;
import org.apache.pekko.stream.javadsl.Sink;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The live stream: from a position or from now on, of all orders or of one. */
class TailFeedTest {

  static final Duration LIMIT = Duration.ofSeconds(20);
  static TestJournal journal;
  static ActorTestKit actors;
  static JournalTail tail;
  static TailFeed feed;

  @BeforeAll
  static void start() throws SQLException {
    journal = TestJournal.create("feed");
    var config =
        ConfigFactory.parseString(
                "pekko.actor.provider = local, ordinal.projections.tail.poll = 10ms")
            .withFallback(journal.config());
    actors = ActorTestKit.create(config);
    tail =
        JournalTail.start(
            actors.system(),
            journal.dataSource(),
            TailSettings.of(config),
            new SimpleMeterRegistry());
    feed = new TailFeed(tail, ForkJoinPool.commonPool());
    journal.append("a", 1, TestJournal.created("a", "u"));
    journal.append("b", 1, TestJournal.created("b", "u"));
    journal.append("a", 2, reserved());
    await().atMost(LIMIT).until(() -> tail.head() == 3);
  }

  @AfterAll
  static void stop() {
    tail.close();
    actors.shutdownTestKit();
    journal.close();
  }

  static OrderEvent reserved() {
    return new OrderStockReserved(TestJournal.meta("2025-01-01T12:00:01Z"));
  }

  static List<Long> first(int count, Long after, String orderNo) throws Exception {
    return feed.events("default", after, orderNo)
        .take(count)
        .map(FeedEvent::position)
        .runWith(Sink.seq(), actors.system())
        .toCompletableFuture()
        .get(20, TimeUnit.SECONDS);
  }

  @Test
  void aReaderGoesOnBehindThePositionItHas() throws Exception {
    assertThat(first(3, 0L, null)).containsExactly(1L, 2L, 3L);
    assertThat(first(1, 2L, null)).containsExactly(3L);
    assertThat(first(2, 0L, "a")).containsExactly(1L, 3L);
    assertThat(first(1, 1L, "a")).containsExactly(3L);
  }

  @Test
  void withoutAPositionOnlyWhatIsNewIsSeenAndOnlyOfThatOrder() throws Exception {
    var all = new CopyOnWriteArrayList<FeedEvent>();
    var one = new CopyOnWriteArrayList<FeedEvent>();
    feed.events("default", null, null).runForeach(all::add, actors.system());
    feed.events("default", null, "d").runForeach(one::add, actors.system());
    feed.events("default", null, null).take(1).runWith(Sink.seq(), actors.system());

    journal.append("c", 1, TestJournal.created("c", "u"));
    journal.append("d", 1, TestJournal.created("d", "u"));

    await().atMost(LIMIT).until(() -> one.size() == 1);
    await().atMost(LIMIT).until(() -> all.size() >= 1);
    assertThat(all).extracting(FeedEvent::position).allMatch(position -> position > 3);
    assertThat(one.get(0).eventType()).isEqualTo("OrderCreated");
    assertThat(one.get(0).json()).contains("\"bizKey\":\"d\"");
  }

  @Test
  void whatMovesAccountsIsHeardAndStockIsNot() throws Exception {
    var heard = new CopyOnWriteArrayList<String>();
    feed.events("default", null, null)
        .runForeach(event -> heard.add(event.json()), actors.system());
    feed.events("default", null, null).take(1).runWith(Sink.seq(), actors.system());
    var meta = TestJournal.meta("2025-01-01T12:00:01Z");

    journal.append("Sku|socks", 1, new SkuStockSet(meta, 7));
    journal.append("Coupon|default/c-1", 1, new CouponIssued(meta, "issue", "heard", 500, null));
    journal.append("last", 1, TestJournal.created("last", "u"));

    await().atMost(LIMIT).until(() -> heard.stream().anyMatch(json -> json.contains("\"last\"")));
    assertThat(heard).anyMatch(json -> json.contains("\"userId\":\"heard\""));
    assertThat(heard).noneMatch(json -> json.contains("SkuStockSet"));
  }

  @Test
  void thePayloadOfOneEventCanBeFetched() throws Exception {
    var found = feed.payload("default", "a", 2).toCompletableFuture().get(20, TimeUnit.SECONDS);

    assertThat(found)
        .hasValueSatisfying(b -> assertThat(b).asString().isEqualTo("{\"orderNo\":\"a\"}"));
    assertThat(feed.payload("default", "a", 9).toCompletableFuture().get(20, TimeUnit.SECONDS))
        .isEmpty();
    assertThat(feed.payload("default", "z", 1).toCompletableFuture().get(20, TimeUnit.SECONDS))
        .isEmpty();
  }

  @Test
  void anotherTenantSeesNothingOfIt() throws Exception {
    var theirs = new CopyOnWriteArrayList<FeedEvent>();
    var ours = new CopyOnWriteArrayList<FeedEvent>();
    feed.events("acme", 0L, null).runForeach(theirs::add, actors.system());
    feed.events("acme", 0L, "a").runForeach(theirs::add, actors.system());
    feed.events("default", 0L, "e").runForeach(ours::add, actors.system());
    var like = TestJournal.meta("2025-01-01T12:00:02Z");
    var meta = EventMeta.of(like.at(), like.trace(), null, "acme");

    journal.append("e", 1, TestJournal.created("e", "u"));
    journal.append("f", 1, new OrderStockReserved(meta));

    await().atMost(LIMIT).until(() -> !theirs.isEmpty() && !ours.isEmpty());
    assertThat(theirs).hasSize(1);
    assertThat(theirs.get(0).json()).contains("\"bizKey\":\"f\"", "\"tenantId\":\"acme\"");
    assertThat(feed.payload("acme", "a", 2).toCompletableFuture().get(20, TimeUnit.SECONDS))
        .isEmpty();
    assertThat(feed.payload("acme", "f", 1).toCompletableFuture().get(20, TimeUnit.SECONDS))
        .isPresent();
  }
}
