package ordinal.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import ordinal.order.OrderEvent.Item;
import ordinal.order.OrderStatus;
import ordinal.projections.views.OrderSearch.Query;
import ordinal.projections.views.OrderSummary;
import org.apache.pekko.http.javadsl.ServerBinding;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Lists of orders, from the view. */
class OrderListTest {

  private final Api api = Api.shared();
  private final Views views = new Views();
  private final ServerBinding server =
      api.start(
          new Served(
              api.orders,
              api.users,
              views.list,
              views.deliveries,
              views::story,
              views.feed,
              views,
              () -> 0,
              new SimpleMeterRegistry()),
          api.settings("ordinal.http.view-timeout = 100ms"));

  @AfterEach
  void stop() {
    Api.wait(server.unbind());
  }

  private Reply get(String path) {
    return Api.wait(api.send(server.localAddress().getPort(), "GET", path, null));
  }

  private Query asked() {
    return views.list.queries.get(views.list.queries.size() - 1);
  }

  @Test
  void anOrderInAListReadsLikeTheOrderItself() {
    var body =
        Api.createBody(Api.fresh()).replace("\"u1\"", "\"lister\", \"storeId\": \"store-1\"");
    var orderNo = api.post("/orders", body).data().get("orderNo").asText();
    var order = api.post("/orders/" + orderNo + "/cancel", "{\"reason\": \"r\"}").data();
    views.list.orders.put(
        1L,
        new OrderSummary(
            orderNo,
            "lister",
            "store-1",
            OrderStatus.CANCELED,
            "r",
            2,
            List.of(new Item("tea", 2, 1990)),
            "CNY",
            3980,
            Instant.parse(order.get("createdAt").asText()),
            Instant.parse(order.get("updatedAt").asText())));

    var page = get("/orders").is(200, "00000").data();

    assertThat(page.fieldNames()).toIterable().containsExactly("items", "nextCursor");
    assertThat(page.get("nextCursor").isNull()).isTrue();
    var listed = page.get("items").get(0);
    assertThat(listed.fieldNames())
        .toIterable()
        .containsExactlyInAnyOrder(
            "orderNo",
            "userId",
            "storeId",
            "status",
            "statusReason",
            "version",
            "items",
            "totalAmount",
            "currency",
            "createdAt",
            "updatedAt");
    listed.fieldNames().forEachRemaining(f -> assertThat(listed.get(f)).isEqualTo(order.get(f)));
  }

  @Test
  void whatAnOrderDoesNotHaveIsLeftOut() {
    views.list.add(1, "u", OrderStatus.CREATED);

    var listed = get("/orders").data().get("items").get(0);

    assertThat(listed.has("storeId")).isFalse();
    assertThat(listed.has("statusReason")).isFalse();
  }

  @Test
  void aListIsWalkedPageByPageToItsEnd() {
    for (int i = 1; i <= 45; i++) views.list.add(i, "walker", OrderStatus.CREATED);
    var seen = new ArrayList<String>();
    var sizes = new ArrayList<Integer>();

    var path = "/orders?userId=walker";
    for (String cursor = ""; cursor != null; ) {
      var page = get(path + cursor).is(200, "00000").data();
      seen.addAll(page.get("items").findValuesAsText("orderNo"));
      sizes.add(page.get("items").size());
      cursor =
          page.get("nextCursor").isNull() ? null : "&cursor=" + page.get("nextCursor").asText();
    }

    assertThat(sizes).containsExactly(20, 20, 5);
    assertThat(seen).hasSize(45).doesNotHaveDuplicates();
  }

  @Test
  void aListCanBeNarrowed() {
    views.list.add(1, "1001", OrderStatus.CREATED);
    views.list.add(2, "1001", OrderStatus.PAID);
    views.list.add(3, "2002", OrderStatus.PAID);

    assertThat(get("/orders").data().get("items")).hasSize(3);
    assertThat(asked()).isEqualTo(new Query("default", null, null, null, 20, null));
    assertThat(get("/orders?userId=1001").data().get("items")).hasSize(2);
    assertThat(get("/orders?status=PAID").data().get("items")).hasSize(2);
    assertThat(get("/orders?userId=1001&status=PAID&limit=7").data().get("items")).hasSize(1);
    assertThat(asked()).isEqualTo(new Query("default", "1001", null, OrderStatus.PAID, 7, null));
    assertThat(get("/orders?userId=007").data().get("items")).isEmpty();
    assertThat(asked().userId()).isEqualTo("007");
    assertThat(get("/orders?storeId=store-9").data().get("items")).isEmpty();
    assertThat(asked()).isEqualTo(new Query("default", null, "store-9", null, 20, null));
  }

  @Test
  void aWrongStatusIsNamedWithThoseThatThereAre() {
    var reply = get("/orders?status=paid").faults("status");

    for (var status : OrderStatus.values()) assertThat(reply.text()).contains(status.name());
    assertThat(views.list.queries).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "101", "-1", "x", "1.5", "", "99999999999999999999"})
  void aWrongLimitIsNamed(String limit) {
    get("/orders?limit=" + limit).faults("limit");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"x", "", "4711", "000000000000000000", "111111111111111111", "%F0%9F%8D%B5"})
  void aCursorThatIsNotOursIsNamed(String cursor) {
    get("/orders?cursor=" + cursor).faults("cursor");
  }

  @Test
  void everythingThatIsWrongIsNamedAtOnce() {
    get("/orders?userId=a%20b&status=x&limit=0&cursor=x&page=2&limit=3")
        .faults("userId", "status", "limit", "cursor", "page");
    get("/orders?user=1").faults("user");
  }

  @Test
  void aViewThatCannotBeReadMeansTryAgain() {
    views.list.instead = CompletableFuture.failedFuture(new SQLException("no connection"));
    assertThat(get("/orders").is(503, "B0100").text()).doesNotContain("no connection");
    views.list.instead = new CompletableFuture<>();
    get("/orders").is(503, "B0100");
    views.list.instead = CompletableFuture.failedFuture(new IllegalStateException("a bug"));
    get("/orders").is(500, "B0001");
    views.list.instead = null;
    get("/orders").is(200, "00000");
  }
}
