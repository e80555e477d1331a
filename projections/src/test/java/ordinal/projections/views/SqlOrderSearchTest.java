package ordinal.projections.views;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import ordinal.order.OrderEvent.Item;
import ordinal.order.OrderEvent.OrderCreated;
import ordinal.order.OrderStatus;
import ordinal.projections.TestEvents;
import ordinal.projections.TestJournal;
import ordinal.projections.sql.Sql;
import ordinal.projections.views.OrderSearch.Found;
import ordinal.projections.views.OrderSearch.Query;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Lists from the view. */
class SqlOrderSearchTest {

  static TestJournal journal;
  static SqlOrderSearch search;

  /** 3000 orders of 30 users; every third is canceled; three of another tenant. */
  @BeforeAll
  static void start() throws Exception {
    journal = TestJournal.create("sql_order_search");
    search = new SqlOrderSearch(new Sql(journal.dataSource(), Runnable::run));
    journal.fill(3000, i -> TestJournal.created("ORD-" + i, "u-" + i % 30));
    journal.fill(1000, 2, i -> "ORD-" + 3 * i, TestEvents.CANCELED);
    journal.fill(3, i -> of("other", "ORD-o-" + i, "u-1"));
    new TestSession(journal).drain(TestSession.ALL, 0, 500);
  }

  @AfterAll
  static void stop() {
    journal.close();
  }

  private static OrderCreated of(String tenant, String orderNo, String userId) {
    var plain = TestJournal.created(orderNo, userId);
    return new OrderCreated(
        plain.meta(),
        orderNo,
        tenant,
        userId,
        plain.clientRequestId(),
        "store-1",
        plain.items(),
        plain.currency(),
        plain.totalMinor());
  }

  private static Found find(Query query) throws Exception {
    return search.find(query).toCompletableFuture().get();
  }

  private static List<String> numbers(Found found) {
    return found.orders().stream().map(OrderSummary::orderNo).toList();
  }

  @Test
  void ofAUserNewestFirst() throws Exception {
    var found = find(new Query("default", "u-7", null, null, 3, null));

    assertThat(numbers(found)).containsExactly("ORD-2977", "ORD-2947", "ORD-2917");
    assertThat(found.next()).isNotNull();
  }

  @Test
  void anOrderIsShownWhole() throws Exception {
    var found = find(new Query("other", null, null, null, 1, null));

    assertThat(found.orders())
        .containsExactly(
            new OrderSummary(
                "ORD-o-2",
                "u-1",
                "store-1",
                OrderStatus.CREATED,
                null,
                1,
                List.of(new Item("socks", 2, 499), new Item("tape", 1, 2)),
                "CNY",
                1000,
                Instant.parse("2025-01-01T12:00:00.123Z"),
                Instant.parse("2025-01-01T12:00:00.123Z")));
  }

  @Test
  void inAStatus() throws Exception {
    var found = find(new Query("default", null, null, OrderStatus.CANCELED, 3, null));

    assertThat(numbers(found)).containsExactly("ORD-2997", "ORD-2994", "ORD-2991");
    assertThat(found.orders())
        .allSatisfy(
            order -> {
              assertThat(order.status()).isEqualTo(OrderStatus.CANCELED);
              assertThat(order.statusReason()).isEqualTo("changed mind");
              assertThat(order.version()).isEqualTo(2);
              assertThat(order.items()).hasSize(2);
            });
  }

  @Test
  void ofAUserInAStatus() throws Exception {
    assertThat(numbers(find(new Query("default", "u-3", null, OrderStatus.CANCELED, 2, null))))
        .containsExactly("ORD-2973", "ORD-2943");
    assertThat(numbers(find(new Query("default", "u-1", null, OrderStatus.CANCELED, 2, null))))
        .isEmpty();
  }

  @Test
  void ofAStore() throws Exception {
    assertThat(numbers(find(new Query("other", null, "store-1", null, 2, null))))
        .containsExactly("ORD-o-2", "ORD-o-1");
    assertThat(numbers(find(new Query("other", "u-1", "store-1", OrderStatus.CREATED, 9, null))))
        .hasSize(3);
    assertThat(numbers(find(new Query("other", null, "store-2", null, 9, null)))).isEmpty();
    assertThat(numbers(find(new Query("default", null, "store-1", null, 9, null)))).isEmpty();
  }

  @Test
  void aTenantSeesItsOwn() throws Exception {
    assertThat(numbers(find(new Query("other", "u-1", null, null, 10, null))))
        .containsExactly("ORD-o-2", "ORD-o-1", "ORD-o-0");
    assertThat(numbers(find(new Query("nobody", null, null, null, 10, null)))).isEmpty();
  }

  @Test
  void pagesFollowEachOtherWithoutGapOrRepeat() throws Exception {
    var all = new ArrayList<String>();
    Long before = null;
    do {
      var found = find(new Query("default", "u-9", null, null, 7, before));
      all.addAll(numbers(found));
      before = found.next();
      if (all.size() == 7) newOrder();
    } while (before != null);

    assertThat(all).hasSize(100).doesNotHaveDuplicates().startsWith("ORD-2979");
    assertThat(all.get(99)).isEqualTo("ORD-9");
  }

  /** One that comes while someone turns the pages. */
  private static void newOrder() throws Exception {
    long ordering = journal.append("ORD-late", 1, TestJournal.created("ORD-late", "u-9")).get(0);
    new TestSession(journal).drain(TestSession.ALL, ordering - 1, 1);
  }

  @Test
  void theLastPageSaysSoAlsoWhenItIsFull() throws Exception {
    assertThat(find(new Query("other", null, null, null, 3, null)).next()).isNull();
    assertThat(find(new Query("other", null, null, null, 2, null)).next()).isNotNull();
  }

  @Test
  void everySearchReadsAnIndexAndSortsNothing() throws Exception {
    assertPlan("order_view_by_user", new Query("default", "u-7", null, null, 20, null));
    assertPlan("order_view_by_user", new Query("default", "u-7", null, null, 20, 2000L));
    assertPlan(
        "order_view_by_user", new Query("default", "u-7", null, OrderStatus.CREATED, 20, 2000L));
    assertPlan(
        "order_view_by_status", new Query("default", null, null, OrderStatus.CREATED, 20, null));
    assertPlan(
        "order_view_by_status", new Query("default", null, null, OrderStatus.CREATED, 20, 2000L));
    assertPlan("order_view_by_store", new Query("default", null, "s-1", null, 20, null));
    assertPlan(
        "order_view_by_store", new Query("default", null, "s-1", OrderStatus.CREATED, 20, 2000L));
    assertPlan("order_view_by_tenant", new Query("default", null, null, null, 20, null));
    assertPlan("order_view_by_tenant", new Query("default", null, null, null, 20, 2000L));
  }

  private static void assertPlan(String index, Query query) throws SQLException {
    try (var db = journal.dataSource().getConnection();
        var statement = db.prepareStatement("EXPLAIN " + SqlOrderSearch.ordersSql(query))) {
      SqlOrderSearch.setOrders(statement, query);
      try (var rows = statement.executeQuery()) {
        rows.next();
        assertThat(rows.getString("key")).as(query.toString()).isEqualTo(index);
        assertThat(rows.getString("Extra")).doesNotContain("filesort").doesNotContain("temporary");
      }
    }
  }

  @Test
  void aLimitOutOfBoundsIsABug() {
    assertThatThrownBy(() -> find(new Query("default", null, null, null, 0, null)))
        .hasMessage("limit is 1 to 1000, not 0");
    assertThatThrownBy(() -> find(new Query("default", null, null, null, 1001, null)))
        .hasMessage("limit is 1 to 1000, not 1001");
  }
}
