package ordinal.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import ordinal.projections.message.EventMessage;
import org.junit.jupiter.api.Test;

/**
 * Fifty users and what they own, through the program as a user runs it, while requests and messages
 * come again and the program and its database are killed: the books add up at every look, and in
 * the end everybody has exactly what {@link BankModel} says. {@code faults/README.md} says how to
 * run a longer one.
 */
class BankTest {

  private static final int ORDERS = setting("BANK_ORDERS", 120);
  private static final int KILLS = setting("BANK_KILLS", 2);
  private static final int AT_ONCE = 8;
  private static final long RICH = 10_000_000;

  /** Nobody cleans up behind the others: no lock is reaped, and no comparison repairs. */
  private static final String SETTINGS =
      """
      ordinal {
        rate-limit { capacity = 0, per-second = 0 }
        payment-timeout = 10s
        bridge { poll = 100ms, look-every = 100ms, retry-after = [500ms, 3s, 15s] }
        cash {
          projection.pace = 100ms
          refunds {
            look-every = 100ms
            backoff.least = 200ms
            simulated { delay = 300ms, unanswered-share = 0.2, failed-share = 0.3, duplicates = 1 }
          }
          reconciliation { look-every = 1h, settle = 1s, look-again-after = 2s }
        }
      }
      """;

  private static int setting(String name, int usual) {
    var given = System.getenv(name);
    return given == null ? usual : Integer.parseInt(given);
  }

  @Test
  void theBooksAddUpAtEveryLookAndEverybodyHasExactlyWhatTheyMustInTheEnd() throws Exception {
    long seed = setting("BANK_SEED", (int) (System.nanoTime() & 0xFFFF));
    System.out.printf("bank: seed %d, %d orders, %d kills%n", seed, ORDERS, KILLS);
    var data = Path.of(System.getProperty("ordinal.test.dir"), "bank-" + System.nanoTime());
    var settings = data.resolveSibling(data.getFileName() + ".conf");
    try (var ordinal = new RunningOrdinal(data);
        var client = new BankClient(ordinal::url)) {
      Files.writeString(settings, SETTINGS);
      ordinal.options.addAll(List.of("--config", settings.toString()));
      ordinal.environment.put("ORDINAL_INVENTORY", "builtin");
      ordinal.start();
      try (var reader = reader(ordinal, client, seed).start()) {
        run(ordinal, client, reader, seed);
      } catch (Exception | Error e) {
        throw new AssertionError("BANK_SEED=" + seed + ", see " + data + ".log", e);
      }
    }
  }

  private static BankReader reader(RunningOrdinal ordinal, BankClient client, long seed)
      throws Exception {
    var port = ordinal.environment.get("ORDINAL_DB_PORT");
    var password = Files.readString(ordinal.data.resolve("mariadb/password")).strip();
    var jdbcUrl = "jdbc:mysql://127.0.0.1:" + port + "/ordinal?sslMode=DISABLED";
    return new BankReader(client, jdbcUrl, password, seed);
  }

  private static void run(RunningOrdinal ordinal, BankClient client, BankReader reader, long seed)
      throws Exception {
    var since = Instant.now();
    var model = new BankModel();
    var random = new Random(seed);
    var threads = Executors.newFixedThreadPool(AT_ONCE);
    var orders = echo(ordinal, reader, EventMessage.ORDER_EVENTS);
    var stock = echo(ordinal, reader, EventMessage.STOCK_EVENTS);
    List<BankCustomer> customers;
    try {
      provide(client, model, random, threads);
      customers =
          IntStream.range(0, ORDERS)
              .mapToObj(i -> new BankCustomer(client, model, seed, i))
              .toList();
      work(customers, threads, ordinal);
      for (var customer : customers) {
        await()
            .atMost(BankClient.LIMIT)
            .pollDelay(Duration.ZERO)
            .ignoreExceptions()
            .until(() -> customer.restsAs() != null);
      }
    } finally {
      orders.close();
      stock.close();
      threads.shutdownNow();
    }
    var checker = new BankChecker(ordinal, client, model);
    try (var db = reader.connect()) {
      checker.awaitSettled(db);
    }
    for (var customer : customers) customer.restsAs();
    reader.close();
    assertThat(reader.faults()).isEmpty();
    assertThat(reader.rowsRead).hasPositiveValue();
    assertThat(reader.answersRead).hasPositiveValue();
    try (var db = reader.connect()) {
      checker.assertExact(db);
      checker.assertNothingToReconcile(since);
      checker.assertPlantedFaultsAreSeen(db);
    }
    assertThat(model.ends()).containsKeys("CANCELED", "PAID", "COMPLETED", "REFUNDED");
    var told =
        "seed %d, %d kills, %s; %s rows and %s answers looked at"
            .formatted(seed, KILLS, model.ends(), reader.rowsRead, reader.answersRead);
    System.out.println("bank: " + told);
    Files.writeString(ordinal.data.resolveSibling(ordinal.data.getFileName() + ".txt"), told);
  }

  private static MessageEcho echo(RunningOrdinal ordinal, BankReader reader, String topic)
      throws Exception {
    try (var db = reader.connect();
        var statement = db.createStatement();
        var row =
            statement.executeQuery("SELECT value FROM fixed_setting WHERE name = 'journal-id'")) {
      row.next();
      var bootstrap = "127.0.0.1:" + ordinal.environment.get("ORDINAL_KAFKA_PORT");
      return new MessageEcho(bootstrap, row.getString(1), topic);
    }
  }

  /** Money, points and coupons; every second user has more points than can ever be missing. */
  private static void provide(
      BankClient client, BankModel model, Random random, ExecutorService threads) {
    stock(client, BankCustomer.SKU, 10_000_000);
    stock(client, BankCustomer.SOLD_OUT, 0);
    var all = new ArrayList<CompletableFuture<?>>();
    for (int u = 0; u < BankCustomer.USERS; u++) {
      var user = BankCustomer.user(u);
      boolean isRich = u % 2 == 0;
      if (isRich) model.isRich(BankModel.account("points", user));
      long money = 1 + random.nextInt(30_000);
      long points = isRich ? RICH : 1 + random.nextInt(1000);
      var discounts = random.longs(BankCustomer.COUPONS_EACH, 1, 15_000).boxed().toList();
      int number = u;
      all.add(
          CompletableFuture.runAsync(
              () -> {
                give(client, user, "wallet/credits", "amount", BankClient.money(money));
                model.given(BankModel.account("wallet", user), money);
                give(client, user, "points/credits", "points", Long.toString(points));
                model.given(BankModel.account("points", user), points);
                for (int i = 0; i < discounts.size(); i++) {
                  issue(client, user, BankCustomer.coupon(number, i), discounts.get(i));
                  model.issued(BankCustomer.coupon(number, i), discounts.get(i));
                }
              },
              threads));
    }
    all.forEach(CompletableFuture::join);
  }

  private static void stock(BankClient client, String sku, int pieces) {
    var answer =
        client.twice(false, "PUT", "/inventory/" + sku, "{\"onHand\":" + pieces + "}", null);
    assertThat(answer.isDone()).as(answer.body()).isTrue();
  }

  private static void give(
      BankClient client, String user, String what, String field, String amount) {
    var body = "{\"requestId\":\"first\",\"%s\":%s}".formatted(field, amount);
    var answer = client.twice(true, "POST", "/users/" + user + "/" + what, body, null);
    assertThat(answer.isDone()).as(answer.body()).isTrue();
  }

  private static void issue(BankClient client, String user, String couponId, long discount) {
    var body =
        "{\"couponId\":\"%s\",\"discount\":%s}".formatted(couponId, BankClient.money(discount));
    var answer = client.twice(true, "POST", "/users/" + user + "/coupons", body, null);
    assertThat(answer.isDone()).as(answer.body()).isTrue();
  }

  /** All customers, and the kills between them: the program and its database in turn. */
  private static void work(
      List<BankCustomer> customers, ExecutorService threads, RunningOrdinal ordinal)
      throws Exception {
    var ready = new AtomicInteger();
    var all =
        customers.stream()
            .map(
                customer ->
                    CompletableFuture.runAsync(customer, threads)
                        .whenComplete((done, failure) -> ready.incrementAndGet()))
            .toList();
    var longest = BankClient.LIMIT.plusSeconds(ORDERS);
    for (int kill = 0; kill < KILLS; kill++) {
      int from = customers.size() * (kill + 1) / (KILLS + 1);
      await().atMost(longest).until(() -> ready.get() >= from);
      if (kill % 2 == 0) {
        ordinal.killHard();
        ordinal.start();
      } else {
        ordinal.databases().forEach(ProcessHandle::destroyForcibly);
      }
    }
    all.forEach(CompletableFuture::join);
  }
}
