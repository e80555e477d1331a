package ordinal.http;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CopyOnWriteArrayList;
import ordinal.cash.story.StoryEntry;
import ordinal.order.OrderEvent.Item;
import ordinal.order.OrderNumber;
import ordinal.order.OrderStatus;
import ordinal.projections.feed.EventFeed;
import ordinal.projections.feed.EventPayloads;
import ordinal.projections.views.Deliveries;
import ordinal.projections.views.OrderSearch;
import ordinal.projections.views.OrderSummary;
import org.apache.pekko.NotUsed;
import org.apache.pekko.stream.OverflowStrategy;
import org.apache.pekko.stream.javadsl.Source;
import org.apache.pekko.stream.javadsl.SourceQueueWithComplete;

/** What projections offer the API, in memory and filled by the test. */
final class Views implements EventPayloads {

  final ListedOrders list = new ListedOrders();
  final KnownDeliveries deliveries = new KnownDeliveries();
  final Feed feed = new Feed();
  final Map<String, byte[]> payloads = new ConcurrentHashMap<>();
  volatile CompletionStage<Optional<byte[]>> payloadInstead;
  final Map<String, List<StoryEntry>> stories = new ConcurrentHashMap<>();
  volatile CompletionStage<List<StoryEntry>> storyInstead;

  CompletionStage<List<StoryEntry>> story(String tenantId, String orderNo) {
    if (storyInstead != null) return storyInstead;
    var known = stories.getOrDefault(tenantId + " " + orderNo, List.of());
    return CompletableFuture.completedFuture(known);
  }

  @Override
  public CompletionStage<Optional<byte[]>> payload(
      String tenantId, String orderNo, long sequenceNr) {
    if (payloadInstead != null) return payloadInstead;
    var known = payloads.get(tenantId + "/" + orderNo + "/" + sequenceNr);
    return CompletableFuture.completedFuture(Optional.ofNullable(known));
  }

  /** Orders by their position, the newest the highest. */
  static final class ListedOrders implements OrderSearch {
    /** All of them the default tenant's. */
    final NavigableMap<Long, OrderSummary> orders = new ConcurrentSkipListMap<>();

    final List<Query> queries = new CopyOnWriteArrayList<>();
    volatile CompletionStage<Found> instead;

    @Override
    public CompletionStage<Found> find(Query query) {
      queries.add(query);
      if (instead != null) return instead;
      var found = new ArrayList<OrderSummary>();
      Long last = null;
      long before = query.before() == null ? Long.MAX_VALUE : query.before();
      for (var entry : orders.headMap(before, false).descendingMap().entrySet()) {
        var order = entry.getValue();
        if (!query.tenantId().equals("default")) continue;
        if (query.storeId() != null && !query.storeId().equals(order.storeId())) continue;
        if (query.userId() != null && !query.userId().equals(order.userId())) continue;
        if (query.status() != null && query.status() != order.status()) continue;
        if (found.size() == query.limit()) {
          return CompletableFuture.completedFuture(new Found(found, last));
        }
        found.add(order);
        last = entry.getKey();
      }
      return CompletableFuture.completedFuture(new Found(found, null));
    }

    void add(long position, String userId, OrderStatus status) {
      orders.put(position, summary(position, userId, status));
    }

    private static OrderSummary summary(long position, String userId, OrderStatus status) {
      return new OrderSummary(
          OrderNumber.of("default", userId, "listed-" + position),
          userId,
          null,
          status,
          null,
          1,
          List.of(new Item("tea", 2, 1990)),
          "CNY",
          3980,
          Instant.EPOCH.plusSeconds(position),
          Instant.EPOCH.plusSeconds(position));
    }
  }

  static final class KnownDeliveries implements Deliveries {
    final Map<String, Map<Long, Delivery>> known = new ConcurrentHashMap<>();
    volatile CompletionStage<Map<Long, Delivery>> instead;

    @Override
    public CompletionStage<Map<Long, Delivery>> of(String orderNo) {
      if (instead != null) return instead;
      return CompletableFuture.completedFuture(known.getOrDefault(orderNo, Map.of()));
    }
  }

  /** Hands out what was published before, if it is asked for, and then what is published. */
  static final class Feed implements EventFeed {
    private record Stored(FeedEvent event, String tenantId, String orderNo) {}

    private record Listening(
        SourceQueueWithComplete<FeedEvent> queue, String tenantId, String orderNo) {}

    private final List<Stored> stored = new ArrayList<>();
    private final List<Listening> listening = new ArrayList<>();

    @Override
    public Source<FeedEvent, NotUsed> events(String tenantId, Long after, String orderNo) {
      return Source.<FeedEvent>queue(1000, OverflowStrategy.fail())
          .mapMaterializedValue(
              queue -> {
                listen(new Listening(queue, tenantId, orderNo), after);
                return NotUsed.getInstance();
              });
    }

    private synchronized void listen(Listening one, Long after) {
      for (var old : stored) {
        if (after != null && old.event().position() > after) tell(one, old);
      }
      listening.add(one);
      one.queue().watchCompletion().whenComplete((done, failure) -> forget(one));
    }

    private synchronized void forget(Listening one) {
      listening.remove(one);
    }

    private static void tell(Listening one, Stored event) {
      boolean wanted = one.orderNo() == null || one.orderNo().equals(event.orderNo());
      if (wanted && one.tenantId().equals(event.tenantId())) {
        one.queue().offer(event.event());
      }
    }

    void publish(String orderNo, FeedEvent event) {
      publish("default", orderNo, event);
    }

    synchronized void publish(String tenantId, String orderNo, FeedEvent event) {
      stored.add(new Stored(event, tenantId, orderNo));
      for (var one : listening) tell(one, stored.get(stored.size() - 1));
    }

    synchronized void fail(Throwable failure) {
      for (var one : List.copyOf(listening)) one.queue().fail(failure);
    }

    synchronized int listeners() {
      return listening.size();
    }
  }
}
