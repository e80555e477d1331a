package ordinal.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;

/**
 * The program, with its own MariaDB and Kafka, is killed at the moment when it has accepted
 * checkouts. What it had accepted, it carries out after its next start, and everything about an
 * order can be followed by its number and has one trace.
 */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class CheckoutCrashTest {

  private static final int SHOPPERS = 8;

  static RunningOrdinal ordinal;
  static List<Shopper> shoppers;
  static Instant killedAt;

  @BeforeAll
  static void killAProgramThatHasAcceptedCheckouts() throws Exception {
    var directory = Path.of(System.getProperty("ordinal.test.dir"), "crash-" + UUID.randomUUID());
    ordinal = new RunningOrdinal(directory);
    ordinal.environment.put("ORDINAL_INVENTORY", "builtin");
    ordinal.environment.put("ORDINAL_RATE_LIMIT_CAPACITY", "0");
    ordinal.environment.put("ORDINAL_RATE_LIMIT_PER_SECOND", "0");
    ordinal.start();
    Shopper.stock(ordinal::url);
    shoppers =
        IntStream.range(0, SHOPPERS)
            .mapToObj(i -> new Shopper(ordinal::url, "shopper-" + i))
            .toList();
    var threads = Executors.newFixedThreadPool(SHOPPERS);
    try {
      for (var ready : threads.invokeAll(calls(Shopper::withReservedOrder))) ready.get();
      var accepted = threads.invokeAll(calls(Shopper::checkout));
      killedAt = Instant.now();
      ordinal.killHard();
      for (var answer : accepted) {
        assertThat(answer.get().statusCode()).as(answer.get().body()).isEqualTo(200);
      }
    } finally {
      threads.shutdown();
    }
    ordinal.start();
  }

  private interface Doing<T> {
    T by(Shopper shopper);
  }

  private static <T> List<Callable<T>> calls(Doing<T> doing) {
    var calls = new ArrayList<Callable<T>>();
    for (var shopper : shoppers) calls.add(() -> doing.by(shopper));
    return calls;
  }

  @AfterAll
  static void stop() {
    if (ordinal != null) ordinal.close();
  }

  @Test
  @Order(1)
  void checkoutsThatWereAcceptedAreCarriedOutAfterTheCrash() {
    for (var shopper : shoppers) shopper.awaitLocked();

    var lockedAfterwards = new ArrayList<String>();
    for (var shopper : shoppers) {
      for (var entry : shopper.timeline()) {
        if (!entry.path("event").asText().equals("OrderAssetsLocked")) continue;
        if (Instant.parse(entry.path("at").asText()).isAfter(killedAt)) {
          lockedAfterwards.add(shopper.name);
        }
      }
      assertThat(shopper.events("OrderCheckoutLocked")).isEqualTo(1);
      assertThat(shopper.events("OrderAssetsLocked")).isEqualTo(1);
    }
    assertThat(lockedAfterwards).as("what the crash had cut off").isNotEmpty();
  }

  @Test
  @Order(2)
  void whatWasNotOnKafkaWhenItCrashedIsThere() {
    for (var shopper : shoppers) {
      await()
          .atMost(Shopper.LIMIT)
          .untilAsserted(
              () ->
                  assertThat(shopper.timeline())
                      .allSatisfy(
                          entry -> assertThat(entry.path("publishedAt").asText()).isNotEmpty()));
    }
  }

  @Test
  @Order(3)
  void theOrdersCanBePaidAndEverythingIsUsedOnce() {
    for (var shopper : shoppers) {
      HttpResponse<String> paid = shopper.pay();
      assertThat(paid.statusCode()).as(paid.body()).isEqualTo(200);
    }

    for (var shopper : shoppers) {
      shopper.awaitUsed();
      assertThat(shopper.order().path("status").asText()).isEqualTo("PAID");
    }
  }

  /** From its creation before the crash to the refund after it. */
  @Test
  @Order(4)
  void anOrdersWholeStoryIsFoundByItsNumberAndHasOneTrace() throws Exception {
    var shopper = shoppers.get(0);
    shopper.ofOrder("/complete", "{\"technicianId\":\"tom\",\"mentorId\":\"may\"}");
    var refund = shopper.ofOrder("/refunds", "{\"reason\":\"too small\"}");
    var refundId = RunningOrdinal.data(refund).path("refundId").asText();
    shopper.post("/refunds/" + refundId + "/result", "{\"result\":\"SUCCESS\"}");
    shopper.awaitOrder("status", "REFUNDED");
    shopper.awaitWallet(50, 0);
    shopper.awaitPoints(800, 0);

    await()
        .atMost(Shopper.LIMIT)
        .untilAsserted(
            () -> {
              assertThat(shopper.story())
                  .extracting(entry -> entry.path("source").asText())
                  .contains(
                      "HTTP",
                      "ORDER",
                      "STOCK",
                      "ASSETS",
                      "REFUND",
                      "NOTIFICATION",
                      "KAFKA",
                      "CONSUMER");
              assertThat(shopper.assetEvents())
                  .containsKeys("WalletFrozen", "WalletCommitted", "WalletReverted")
                  .containsKeys("CommissionEarned", "CommissionTakenBack");
            });

    assertThat(shopper.story())
        .allSatisfy(
            entry ->
                assertThat(entry.path("traceId").asText())
                    .as(entry.toString())
                    .isEqualTo(shopper.name));
    assertThat(ordinal.output()).contains("[" + shopper.name + "] [");
    var cli = new RunningOrdinal(ordinal.data.resolveSibling("story"));
    cli.environment.putAll(ordinal.environment);
    assertThat(cli.run("order", "story", shopper.orderNo())).isZero();
    assertThat(cli.output())
        .startsWith("trace " + shopper.name)
        .contains(
            "createOrder", "OrderCheckoutLocked", "WalletFrozen", "OrderPaid", "StockDeducted")
        .contains("OrderRefunded", "WalletReverted")
        .doesNotContain("trace=");
  }
}
