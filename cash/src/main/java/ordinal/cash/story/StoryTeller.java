package ordinal.cash.story;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import ordinal.cash.notifications.Notification;
import ordinal.cash.notifications.Notifications;
import ordinal.cash.story.StoryEntry.Source;
import ordinal.inventory.InventoryEvent;
import ordinal.inventory.InventoryEvent.StockReserveFailed;
import ordinal.kernel.Ids;
import ordinal.kernel.Money;
import ordinal.order.OrderEvent.OrderRefundRequested;
import ordinal.order.OrderStep;
import ordinal.order.Orders;
import ordinal.projections.assets.AssetEntry;
import ordinal.projections.assets.AssetKind;
import ordinal.projections.assets.AssetViews;
import ordinal.projections.assets.SqlAssetViews;
import ordinal.projections.deliveries.SqlDeliveries;
import ordinal.projections.sql.Sql;
import ordinal.projections.tail.JournalRow;
import ordinal.projections.tail.JournalTail;
import ordinal.projections.tail.UnreadableEvent;
import ordinal.projections.views.Deliveries;
import ordinal.projections.views.Deliveries.Delivery;
import org.jspecify.annotations.Nullable;

/**
 * Asks everyone at once, and puts what they know in the order of time. Each question goes along an
 * index by the order's number, so an order costs what it has, whatever else there is. What single
 * skus did for it is not asked: their journals are of all orders, and the reservation says the
 * same.
 */
public final class StoryTeller implements OrderStories {

  /** Reads what an entity stored. */
  @FunctionalInterface
  public interface EntityEvents {
    CompletionStage<List<JournalRow>> of(String persistenceId);
  }

  /** A reservation has one event, or two. */
  private static final int MOST_OF_AN_ENTITY = 100;

  private static final String RESERVATION = "Reservation|";
  private static final String ACCOUNT = "Account|";
  private static final String COUPON = "Coupon|";

  private final Orders orders;
  private final EntityEvents journal;
  private final AssetViews assets;
  private final Deliveries deliveries;
  private final Notifications notifications;
  private final Sql sql;

  public StoryTeller(
      Orders orders,
      EntityEvents journal,
      AssetViews assets,
      Deliveries deliveries,
      Notifications notifications,
      Sql sql) {
    this.orders = orders;
    this.journal = journal;
    this.assets = assets;
    this.deliveries = deliveries;
    this.notifications = notifications;
    this.sql = sql;
  }

  /**
   * Tells from this node's tail and the database.
   *
   * @param blocking threads that may wait for the database
   */
  public static OrderStories start(
      Orders orders, JournalTail tail, Notifications notifications, Sql sql, Executor blocking) {
    EntityEvents journal =
        persistenceId -> CompletableFuture.supplyAsync(() -> read(tail, persistenceId), blocking);
    return new StoryTeller(
        orders, journal, new SqlAssetViews(sql), new SqlDeliveries(sql), notifications, sql);
  }

  private static List<JournalRow> read(JournalTail tail, String persistenceId) {
    try {
      return tail.eventsOf(persistenceId, 0, MOST_OF_AN_ENTITY);
    } catch (SQLException e) {
      throw new CompletionException(e);
    }
  }

  @Override
  public CompletionStage<List<StoryEntry>> of(String tenantId, String orderNo) {
    return orders
        .history(orderNo)
        .thenCompose(
            steps ->
                isOf(tenantId, steps)
                    ? tell(tenantId, orderNo, steps)
                    : CompletableFuture.completedFuture(List.of()));
  }

  private static boolean isOf(String tenantId, List<OrderStep> steps) {
    return !steps.isEmpty() && steps.get(0).after().contents().tenantId().equals(tenantId);
  }

  private CompletionStage<List<StoryEntry>> tell(
      String tenantId, String orderNo, List<OrderStep> steps) {
    var own = deliveries.of(orderNo).toCompletableFuture();
    var stock = journal.of(RESERVATION + orderNo).toCompletableFuture();
    var moved = assets.ofOrder(tenantId, orderNo).toCompletableFuture();
    var told = notifications.ofOrder(orderNo).toCompletableFuture();
    var refunds = sql.ask(db -> StoryRows.refunds(db, refundIds(steps))).toCompletableFuture();
    var consumed = sql.ask(db -> StoryRows.consumed(db, orderNo)).toCompletableFuture();
    return CompletableFuture.allOf(own, stock, moved, told, refunds, consumed)
        .thenCompose(
            done -> {
              var all = new ArrayList<>(OrderPart.of(steps));
              for (var step : steps) addPlace(all, step, own.join().get(step.sequenceNr()));
              told.join().forEach(one -> all.add(told(one)));
              all.addAll(refunds.join());
              all.addAll(consumed.join());
              return withOthers(all, others(stock.join(), moved.join()));
            });
  }

  private static List<String> refundIds(List<OrderStep> steps) {
    return steps.stream()
        .filter(step -> step.event() instanceof OrderRefundRequested)
        .map(step -> ((OrderRefundRequested) step.event()).refundId())
        .toList();
  }

  private static void addPlace(List<StoryEntry> all, OrderStep step, @Nullable Delivery place) {
    if (place == null) return;
    var event = step.event();
    all.add(onKafka(event.eventType(), step.eventId(), event.meta().trace().traceId(), place));
  }

  private static StoryEntry onKafka(
      String eventType, String eventId, String traceId, Delivery place) {
    return StoryEntry.of(place.publishedAt(), Source.KAFKA, eventType, traceId)
        .with("topic", place.topic())
        .with("partition", (long) place.partition())
        .with("offset", place.offset())
        .with("eventId", eventId);
  }

  private static StoryEntry told(Notification one) {
    var at = one.sentAt() == null ? one.createdAt() : one.sentAt();
    return StoryEntry.of(at, Source.NOTIFICATION, one.eventType(), one.trace().traceId())
        .with("channel", one.channel().name())
        .with("recipientId", one.recipientId())
        .with("status", one.status().name())
        .with("attempts", (long) one.attempts())
        .with("reason", one.lastError())
        .with("eventId", one.eventId());
  }

  // Events of other entities: they are in the journal too, and on Kafka.

  /** An event of another entity, by its place in the journal. */
  private record Other(long ordering, String eventId, StoryEntry entry) {}

  private static List<Other> others(List<JournalRow> stock, List<AssetEntry> moved) {
    var all = new ArrayList<Other>();
    for (var row : stock) {
      if (event(row) instanceof InventoryEvent event) {
        all.add(new Other(row.ordering(), row.eventId(), reserved(row, event)));
      }
    }
    for (var one : moved) {
      var id = (one.kind() == AssetKind.COUPON ? COUPON : ACCOUNT) + one.entityId();
      var eventId = Ids.eventId(id, one.seq());
      all.add(new Other(one.position(), eventId, moved(one, eventId)));
    }
    return all;
  }

  /** One that cannot be read is a dead letter, and not for those who only look on. */
  private static @Nullable Object event(JournalRow row) {
    try {
      return row.event();
    } catch (UnreadableEvent e) {
      return null;
    }
  }

  private static StoryEntry reserved(JournalRow row, InventoryEvent event) {
    var meta = event.meta();
    return StoryEntry.of(meta.at(), Source.STOCK, event.eventType(), meta.trace().traceId())
        .with("sequenceNr", row.sequenceNr())
        .with("eventId", row.eventId())
        .with("reason", event instanceof StockReserveFailed e ? e.reason() : null);
  }

  private static StoryEntry moved(AssetEntry one, String eventId) {
    boolean points = one.kind() == AssetKind.POINTS;
    return StoryEntry.of(one.at(), Source.ASSETS, one.eventType(), one.traceId())
        .with("entityId", one.entityId())
        .with("key", one.key())
        .with("checkoutNo", one.checkoutNo() == null ? null : one.checkoutNo().longValue())
        .with("amount", points ? null : Money.toDecimal(one.amount()))
        .with("points", points ? one.amount() : null)
        .with("sequenceNr", one.seq())
        .with("eventId", eventId);
  }

  private CompletionStage<List<StoryEntry>> withOthers(List<StoryEntry> all, List<Other> others) {
    var orderings = others.stream().map(Other::ordering).toList();
    return sql.ask(db -> StoryRows.places(db, orderings))
        .thenApply(
            places -> {
              for (var other : others) {
                var entry = other.entry();
                all.add(entry);
                var place = places.get(other.ordering());
                if (place != null) {
                  all.add(onKafka(entry.what(), other.eventId(), entry.traceId(), place));
                }
              }
              return all.stream().sorted(StoryEntry.BY_TIME).toList();
            });
  }
}
