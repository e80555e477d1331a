package ordinal.cash.story;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.TimeUnit;
import ordinal.assets.AccountKind;
import ordinal.assets.AssetEvent.Earned;
import ordinal.assets.AssetEvent.Frozen;
import ordinal.assets.Balance;
import ordinal.assets.Hold;
import ordinal.cash.notifications.Notification;
import ordinal.cash.notifications.Notification.Channel;
import ordinal.cash.notifications.Notification.Status;
import ordinal.cash.story.StoryEntry.Source;
import ordinal.inventory.InventoryEvent.StockReserved;
import ordinal.inventory.Line;
import ordinal.kernel.EventMeta;
import ordinal.kernel.Ids;
import ordinal.order.OrderEvent;
import ordinal.order.OrderStep;
import ordinal.projections.TestEvents;
import ordinal.projections.TestJournal;
import ordinal.projections.assets.SqlAssetViews;
import ordinal.projections.deliveries.SqlDeliveries;
import ordinal.projections.sql.Sql;
import ordinal.projections.tail.JournalRow;
import ordinal.projections.tail.SliceRange;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** One order's story from all tables, on the real database. */
class StoryTellerTest {

  private static final String ORDER = "ORD-1";
  private static final EventMeta META = TestJournal.meta("2025-01-01T12:00:02.500Z");

  final Past past = new Past();
  final Told told = new Told();
  TestJournal journal;
  StoryTeller stories;

  @BeforeEach
  void start() {
    journal = TestJournal.create("stories");
    var sql = new Sql(journal.dataSource(), ForkJoinPool.commonPool());
    stories =
        new StoryTeller(
            past,
            id -> CompletableFuture.completedFuture(eventsOf(id)),
            new SqlAssetViews(sql),
            new SqlDeliveries(sql),
            told,
            sql);
  }

  @AfterEach
  void stop() {
    journal.close();
  }

  private List<JournalRow> eventsOf(String persistenceId) {
    try {
      return journal.page(SliceRange.all(TestJournal.SLICES), 0, 1000).rows().stream()
          .filter(row -> row.persistenceId().equals(persistenceId))
          .toList();
    } catch (SQLException e) {
      throw new CompletionException(e);
    }
  }

  private List<StoryEntry> story(String tenantId) throws Exception {
    return stories.of(tenantId, ORDER).toCompletableFuture().get(30, TimeUnit.SECONDS);
  }

  private List<StoryEntry> of(Source source) throws Exception {
    return story("default").stream().filter(entry -> entry.source() == source).toList();
  }

  private List<OrderStep> order(OrderEvent... events) throws SQLException {
    journal.append(ORDER, 1, events);
    return past.put(ORDER, events);
  }

  private void deliver(long ordering, String topic, int offset) throws SQLException {
    journal.execute(
        "INSERT INTO event_delivery VALUES (%d, '%s', 3, %d, '2025-01-01 12:00:09.750')"
            .formatted(ordering, topic, offset));
  }

  private long entry(String entityId, String kind, String type, String key, long amount)
      throws SQLException {
    var event =
        kind.equals("POINTS")
            ? new Earned(META, AccountKind.POINTS, key, ORDER, amount, 0, Balance.ZERO)
            : new Frozen(META, AccountKind.WALLET, key, new Hold(ORDER, 1), amount, Balance.ZERO);
    long ordering = journal.append("Account|" + entityId, 1, event);
    journal.execute(
        """
        INSERT INTO asset_entry (ordering, entity_id, seq, event_type, kind, tenant_id, owner_id,
          idem_key, order_no, checkout_no, amount, available, frozen, trace_id, at)
        VALUES (%d, '%s', 1, '%s', '%s', 'default', 'u1', '%s', 'ORD-1', NULL, %d, 0, 0, 'trace-1',
          '2025-01-01 12:00:02.500')"""
            .formatted(ordering, entityId, type, kind, key, amount));
    return ordering;
  }

  @Test
  void everyoneTellsWhatHeKnowsInTheOrderOfTime() throws Exception {
    order(TestJournal.created(ORDER, "u1"), TestEvents.RESERVED);
    long reserved =
        journal.append(
            "Reservation|" + ORDER, 1, new StockReserved(META, List.of(new Line("socks", 2))));
    deliver(1, "order-events", 7);
    deliver(reserved, "stock-events", 8);
    entry("wallet/default/u1", "WALLET", "WalletFrozen", "wallet:ORD-1:freeze", 750);

    var story = story("default");

    assertThat(story).extracting(StoryEntry::at).isSorted();
    assertThat(story.stream().map(entry -> entry.source() + " " + entry.what()))
        .containsExactly(
            "HTTP createOrder",
            "ORDER OrderCreated",
            "ORDER OrderStockReserved",
            "STOCK StockReserved",
            "ASSETS WalletFrozen",
            "KAFKA OrderCreated",
            "KAFKA StockReserved");
    assertThat(story).extracting(StoryEntry::traceId).containsOnly("trace-1");
  }

  @Test
  void anEventsPlaceOnKafkaIsToldWhateverEntityStoredIt() throws Exception {
    order(TestJournal.created(ORDER, "u1"));
    long frozen = entry("wallet/default/u1", "WALLET", "WalletFrozen", "k", 750);
    deliver(1, "order-events", 7);
    deliver(frozen, "asset-events", 9);

    var places = of(Source.KAFKA);

    assertThat(places)
        .extracting(StoryEntry::at)
        .containsOnly(Instant.parse("2025-01-01T12:00:09.750Z"));
    assertThat(places.get(0).details())
        .containsEntry("topic", "order-events")
        .containsEntry("partition", 3L)
        .containsEntry("offset", 7L)
        .containsEntry("eventId", Ids.eventId("Order|ORD-1", 1));
    assertThat(places.get(1).details())
        .containsEntry("topic", "asset-events")
        .containsEntry("eventId", Ids.eventId("Account|wallet/default/u1", 1));
  }

  @Test
  void moneyIsAnAmountAndPointsArePieces() throws Exception {
    order(TestJournal.created(ORDER, "u1"));
    entry("wallet/default/u1", "WALLET", "WalletFrozen", "wallet:ORD-1:freeze", 750);
    entry("points/default/u1", "POINTS", "PointsEarned", "points:ORD-1:earn", 20);

    var moved = of(Source.ASSETS);

    assertThat(moved.get(0).details())
        .containsEntry("entityId", "wallet/default/u1")
        .containsEntry("key", "wallet:ORD-1:freeze")
        .containsEntry("amount", new BigDecimal("7.50"))
        .doesNotContainKey("points");
    assertThat(moved.get(1).details()).containsEntry("points", 20L).doesNotContainKey("amount");
  }

  @Test
  void refundsTellHowFarTheyAre() throws Exception {
    order(TestJournal.created(ORDER, "u1"), TestEvents.CANCELED, TestEvents.REFUND);
    journal.execute(
        """
        INSERT INTO refund_request (refund_id, order_no, payment_id, amount_minor, %strace_id,
          traceparent, status, attempts, last_error, created_at, updated_at)
        VALUES ('r-1', 'ORD-1', 'p-0', 1000, %s'trace-1', 'parent', 'ACCEPTED', 2, 'away',
          '2025-01-01 12:00:03', '2025-01-01 12:00:04')"""
            .formatted(hasCurrency() ? "currency, " : "", hasCurrency() ? "'CNY', " : ""));

    var refund = of(Source.REFUND).get(0);

    assertThat(refund.what()).isEqualTo("ACCEPTED");
    assertThat(refund.at()).isEqualTo(Instant.parse("2025-01-01T12:00:04Z"));
    assertThat(refund.details())
        .containsEntry("refundId", "r-1")
        .containsEntry("paymentId", "p-0")
        .containsEntry("amount", new BigDecimal("10.00"))
        .containsEntry("attempts", 2L)
        .containsEntry("reason", "away");
  }

  private boolean hasCurrency() throws SQLException {
    return journal.number(
            "SELECT COUNT(*) FROM information_schema.columns WHERE table_schema = DATABASE()"
                + " AND table_name = 'refund_request' AND column_name = 'currency'")
        > 0;
  }

  @Test
  void aNotificationIsToldWhenItWasSentOrElseWhenItsEventHappened() throws Exception {
    order(TestJournal.created(ORDER, "u1"));
    told.all.add(notification(Channel.SMS, Status.SENT, Instant.parse("2025-01-01T12:00:08Z")));
    told.all.add(notification(Channel.PUSH, Status.PENDING, null));

    var all = of(Source.NOTIFICATION);

    assertThat(all)
        .extracting(StoryEntry::at)
        .containsExactly(META.at(), Instant.parse("2025-01-01T12:00:08Z"));
    assertThat(all).extracting(StoryEntry::what).containsOnly("OrderPaid");
    assertThat(all.get(1).details())
        .containsEntry("channel", "SMS")
        .containsEntry("recipientId", "u1")
        .containsEntry("status", "SENT");
  }

  private static Notification notification(Channel channel, Status status, Instant sentAt) {
    return new Notification(
        Notification.id("e-1", channel),
        "default",
        "u1",
        "u1",
        channel,
        "OrderPaid",
        "e-1",
        ORDER,
        null,
        4,
        "paid",
        META.trace(),
        status,
        1,
        null,
        null,
        META.at(),
        sentAt);
  }

  @Test
  void whatConsumersMadeOfItsMessagesIsPartOfIt() throws Exception {
    order(TestJournal.created(ORDER, "u1"));
    journal.execute(
        """
INSERT INTO consume_log (consumer_group, topic, partition_no, offset_no, event_id,
  event_type, biz_key, status, attempts, reason, cost_ms, trace_id, received_at, updated_at)
VALUES ('ordinal-orders', 'stock-events', 3, 8, 'e-8', 'StockReserved', 'ORD-1', 'IGNORED',
  1, 'too late', 2, 'trace-1', '2025-01-01 12:00:05', '2025-01-01 12:00:06'),
  ('ordinal-orders', 'stock-events', 3, 9, 'e-9', 'StockReserved', 'ORD-2', 'SUCCESS',
  1, NULL, 2, 'trace-2', '2025-01-01 12:00:05', '2025-01-01 12:00:06')""");

    var consumed = of(Source.CONSUMER);

    assertThat(consumed).hasSize(1);
    assertThat(consumed.get(0).what()).isEqualTo("StockReserved");
    assertThat(consumed.get(0).details())
        .containsEntry("group", "ordinal-orders")
        .containsEntry("status", "IGNORED")
        .containsEntry("reason", "too late");
  }

  @Test
  void aReservationThatCannotBeReadIsPassedOver() throws Exception {
    order(TestJournal.created(ORDER, "u1"));
    journal.append("Reservation|" + ORDER, 1, new StockReserved(META, List.of()));
    journal.execute("UPDATE event_journal SET event_payload = 'x' WHERE ordering = 2");

    assertThat(of(Source.STOCK)).isEmpty();
    assertThat(of(Source.ORDER)).hasSize(1);
  }

  @Test
  void anotherTenantAndAnotherOrderHaveNoStory() throws Exception {
    order(TestJournal.created(ORDER, "u1"));

    assertThat(story("acme")).isEmpty();
    assertThat(stories.of("default", "ORD-2").toCompletableFuture().get(30, TimeUnit.SECONDS))
        .isEmpty();
  }
}
