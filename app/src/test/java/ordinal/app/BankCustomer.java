package ordinal.app;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Random;
import java.util.Set;
import ordinal.app.BankClient.Answer;
import ordinal.app.BankModel.Checkout;
import ordinal.app.BankModel.Life;
import org.jspecify.annotations.Nullable;

/**
 * One order and everything that is asked of it, as its seed decides: checkouts that fit and that do
 * not, payments that succeed and fail, cancels before, after and beside a payment, refunds and
 * their results, or nothing more, so that the clock ends it.
 */
final class BankCustomer implements Runnable {

  static final int USERS = 50;
  static final int COUPONS_EACH = 3;
  static final String SKU = "bank-tea";
  static final String SOLD_OUT = "bank-rare";
  private static final int MOST_CHECKOUTS = 3;
  private static final int MOST_REFUNDS = 6;
  private static final Set<String> OVER = Set.of("CANCELED", "STOCK_FAILED", "REFUNDED");

  private final BankClient client;
  private final BankModel model;
  private final int number;
  private final Random random;
  private final Life life;
  private int requests;

  BankCustomer(BankClient client, BankModel model, long seed, int number) {
    this.client = client;
    this.model = model;
    this.number = number;
    this.random = new Random(seed * 1_000_003 + number);
    this.life = new Life(user(random.nextInt(USERS)), 1 + random.nextInt(20_000));
    model.lives.add(life);
  }

  static String user(int i) {
    return "bank-u" + i;
  }

  static String coupon(int user, int i) {
    return "bank-c" + user + "-" + i;
  }

  @Override
  public void run() {
    create();
    if (happens(5)) cancel();
    if (!awaitNot("CREATED").equals("STOCK_RESERVED")) return;
    for (int i = 0; i < MOST_CHECKOUTS && !isOver(); i++) {
      if (happens(20)) credit();
      if (!checkout(i)) continue;
      if (happens(10)) cancel();
      var locked = client.await(path(), order -> !order.path("assets").asText().equals("LOCKING"));
      if (told(locked).equals("WAIT_PAY")) pay(locked, i);
      if (life.wasPaid) {
        afterwards();
        return;
      }
    }
    if (!isOver() && happens(60)) cancel(); // Else the clock does.
  }

  // Until it is paid.

  private void create() {
    var sku = happens(5) ? SOLD_OUT : SKU;
    var body =
        "{\"clientRequestId\":\"bank-%d\",\"userId\":\"%s\",\"items\":[%s]}"
            .formatted(
                number,
                life.user,
                "{\"skuId\":\"%s\",\"quantity\":1,\"unitPrice\":%s}"
                    .formatted(sku, BankClient.money(life.total)));
    var created = client.twice(happens(50), "POST", "/orders", body, null);
    if (!created.isDone()) throw new AssertionError(created);
    life.orderNo = created.data().path("orderNo").asText();
  }

  private void credit() {
    long amount = 1 + random.nextInt(3000);
    var requestId = "\"requestId\":\"bank-%d-%d\"".formatted(number, requests++);
    boolean money = happens(50);
    var body =
        money
            ? "{%s,\"amount\":%s}".formatted(requestId, BankClient.money(amount))
            : "{%s,\"points\":%d}".formatted(requestId, amount);
    var kind = money ? "wallet" : "points";
    var path = "/users/" + life.user + "/" + kind + "/credits";
    var answer = client.twice(happens(50), "POST", path, body, null);
    if (!answer.isDone()) throw new AssertionError(answer);
    model.given(BankModel.account(kind, life.user), amount);
  }

  /** Whether the order has begun to wait for it. */
  private boolean checkout(int attempt) {
    var asked = draw(attempt);
    var coupon = asked.couponId() == null ? "" : "\"couponId\":\"" + asked.couponId() + "\",";
    var body =
        "{%s\"walletAmount\":%s,\"points\":%d}"
            .formatted(coupon, BankClient.money(asked.wallet()), asked.points());
    var answer = request("checkout", body);
    if (answer.isDone()) life.checkout = asked;
    return answer.isDone();
  }

  /** What may fit, or may be more than there is; less with every attempt. */
  private Checkout draw(int attempt) {
    var couponId = happens(60) ? drawCoupon() : null;
    long remains = Math.max(0, model.due(life.total, new Checkout(couponId, 0, 0)));
    long most = happens(10) ? life.total : remains / (attempt + 1);
    long wallet = happens(40) || most == 0 ? 0 : random.nextLong(most) + 1;
    if (happens(15)) wallet = remains;
    long left = Math.max(0, remains - wallet);
    long points = happens(40) || left == 0 ? 0 : random.nextLong(Math.min(left, 2000)) + 1;
    return new Checkout(couponId, wallet, points);
  }

  private String drawCoupon() {
    int user = happens(5) ? random.nextInt(USERS) : Integer.parseInt(life.user.substring(6));
    return coupon(user, random.nextInt(COUPONS_EACH));
  }

  private void pay(JsonNode order, int attempt) {
    long due = BankClient.minor(order.path("amountDue"));
    long expected = model.due(life.total, life.checkout);
    if (due != expected) throw new AssertionError(expected + " must be due: " + order);
    if (happens(15)) {
      payment("failed-" + attempt, "FAILED", due, happens(50));
    } else if (happens(15)) {
      cancel();
      if (happens(60)) payment("late", "SUCCESS", due, happens(50));
    } else if (happens(10)) {
      boolean atOnce = happens(50);
      var paying = client.beside(() -> payment("raced", "SUCCESS", due, atOnce));
      cancel();
      paying.join();
    } else if (!happens(6)) {
      payment("paid", "SUCCESS", due, happens(50));
    }
    giveBackWhatCameTooLate();
  }

  private Answer payment(String id, String result, long amount, boolean atOnce) {
    var body =
        "{\"paymentId\":\"%s-%d\",\"result\":\"%s\",\"amount\":%s}"
            .formatted(id, number, result, BankClient.money(amount));
    var answer = client.twice(atOnce, "POST", path() + "/payments", body, null);
    if (!answer.isDone()) throw new AssertionError(answer);
    life.told(answer.orderStatus());
    return answer;
  }

  /** A provider that fails to give it back is asked again: nobody's money stays here. */
  private void giveBackWhatCameTooLate() {
    if (life.wasPaid) return;
    for (int i = 0; i < MOST_REFUNDS; i++) {
      var order = client.await(path(), one -> !one.path("status").asText().equals("REFUNDING"));
      if (!told(order).equals("CANCELED") || !order.has("refundId")) return;
      request("refunds", "{}");
    }
  }

  private void cancel() {
    request("cancel", "{}");
  }

  // Once it is paid.

  private void afterwards() {
    if (happens(50)) complete();
    if (happens(20)) credit();
    for (int i = 0; i < MOST_REFUNDS && happens(50); i++) {
      var answer = request("refunds", "{\"reason\":\"bank %d\"}".formatted(i));
      var refundId = answer.data().path("refundId").asText();
      if (happens(30) && !refundId.isEmpty()) {
        var result = "{\"result\":\"SUCCESS\"}";
        client.twice(happens(50), "POST", "/refunds/" + refundId + "/result", result, null);
      }
      if (awaitNot("REFUNDING").equals("REFUNDED")) return;
      if (happens(50)) complete();
    }
  }

  private void complete() {
    var technician = "bank-t" + random.nextInt(5);
    var mentor = happens(50) ? "bank-m" + random.nextInt(3) : null;
    var mentoring = mentor == null ? "" : ",\"mentorId\":\"" + mentor + "\"";
    var answer =
        request("complete", "{\"technicianId\":\"%s\"%s}".formatted(technician, mentoring));
    if (!answer.isDone()) return;
    life.technician = technician;
    life.mentor = mentor;
  }

  // Asking.

  private Answer request(String what, String body) {
    var key = "bank-" + number + "-" + requests++;
    var answer = client.twice(happens(50), "POST", path() + "/" + what, body, key);
    if (answer.isDone()) {
      life.told(answer.orderStatus());
    } else if (!List.of(400, 409).contains(answer.status())) {
      throw new AssertionError(what + ": " + answer);
    }
    return answer;
  }

  private String path() {
    return "/orders/" + life.orderNo;
  }

  private String awaitNot(String status) {
    return told(client.await(path(), order -> !order.path("status").asText().equals(status)));
  }

  private String told(JsonNode order) {
    var status = order.path("status").asText();
    life.told(status);
    return status;
  }

  private boolean isOver() {
    return OVER.contains(awaitNot("REFUNDING"));
  }

  private boolean happens(int percent) {
    return random.nextInt(100) < percent;
  }

  /** Where it came to rest. */
  @Nullable String restsAs() {
    var order = client.get(path());
    var status = told(order);
    if (!OVER.contains(status) && !life.wasPaid || status.equals("REFUNDING")) return null;
    life.ended(status);
    return status;
  }
}
