package ordinal.bridge;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import ordinal.order.OrderStatus;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What an order does with what the stock service says, in whatever order that comes. */
class StockEventsTest {

  static TestBridge test;

  @BeforeAll
  static void start() throws Exception {
    test = new TestBridge("bridge_stock", null);
  }

  @AfterAll
  static void stop() {
    test.close();
  }

  @Test
  void aFailureThatComesAfterTheReservationIsIgnored() throws Exception {
    var orderNo = test.order("reserved-first");
    test.stock(orderNo, TestBridge.reserved("r1", orderNo), TestBridge.failed("r2", orderNo));

    test.awaitLog(orderNo, "SUCCESS", "IGNORED");

    assertThat(test.status(orderNo)).isEqualTo(OrderStatus.STOCK_RESERVED);
    assertThat(test.log(orderNo).get(1).get(2)).contains("STOCK_RESERVED");
    assertThat(test.history(orderNo)).hasSize(3);
  }

  @Test
  void aReservationThatComesAfterTheFailureIsIgnored() throws Exception {
    var orderNo = test.order("failed-first");
    test.stock(orderNo, TestBridge.failed("f1", orderNo), TestBridge.reserved("f2", orderNo));

    test.awaitLog(orderNo, "SUCCESS", "IGNORED");

    assertThat(test.status(orderNo)).isEqualTo(OrderStatus.STOCK_FAILED);
  }

  @Test
  void aRepeatedMessageChangesNothing() throws Exception {
    var orderNo = test.order("repeated");
    var message = TestBridge.reserved("d1", orderNo);
    test.stock(orderNo, message, message);

    test.awaitLog(orderNo, "SUCCESS", "IGNORED");

    assertThat(test.status(orderNo)).isEqualTo(OrderStatus.STOCK_RESERVED);
    assertThat(test.log(orderNo).get(1).get(2)).startsWith("repeated");
    assertThat(test.history(orderNo)).hasSize(2);
  }

  @Test
  void stockThatComesAfterTheCancelIsIgnored() throws Exception {
    for (boolean there : new boolean[] {true, false}) {
      var orderNo = test.order("canceled-" + there);
      test.cancel(orderNo);
      test.stock(
          orderNo, there ? TestBridge.reserved("c1", orderNo) : TestBridge.failed("c1", orderNo));

      test.awaitLog(orderNo, "IGNORED");

      assertThat(test.status(orderNo)).isEqualTo(OrderStatus.CANCELED);
    }
  }

  @Test
  void aCancelAfterTheStockStands() throws Exception {
    var orderNo = test.order("canceled-later");
    test.stock(orderNo, TestBridge.reserved("l1", orderNo));
    test.awaitLog(orderNo, "SUCCESS");

    test.cancel(orderNo);
    test.stock(orderNo, TestBridge.reserved("l1", orderNo));

    test.awaitLog(orderNo, "SUCCESS", "IGNORED");
    assertThat(test.status(orderNo)).isEqualTo(OrderStatus.CANCELED);
  }

  @Test
  void theTraceOfTheHeadersGoesOnInTheOrder() throws Exception {
    var orderNo = test.order("traced");
    var record =
        new ProducerRecord<>(
            StockEvents.TOPIC,
            orderNo.getBytes(UTF_8),
            TestBridge.reserved("t1", orderNo).getBytes(UTF_8));
    record.headers().add("X-Trace-Id", "from-the-header".getBytes(UTF_8));
    record
        .headers()
        .add(
            "traceparent",
            "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01".getBytes(UTF_8));
    test.producer.send(record).get(60, TimeUnit.SECONDS);

    test.awaitLog(orderNo, "SUCCESS");

    var trace = test.history(orderNo).get(1).event().meta().trace();
    assertThat(trace.traceId()).isEqualTo("from-the-header");
    assertThat(trace.traceparent()).startsWith("00-4bf92f3577b34da6a3ce929d0e0e4736-");
    assertThat(test.journal.query("SELECT trace_id FROM consume_log WHERE event_id = 't1'"))
        .containsExactly(List.of("from-the-header"));
  }

  @Test
  void whatAnotherJournalsStockServiceSaysIsNotForUs() throws Exception {
    var orderNo = test.order("foreign");
    var record =
        new ProducerRecord<>(
            StockEvents.TOPIC,
            orderNo.getBytes(UTF_8),
            TestBridge.failed("x1", orderNo).getBytes(UTF_8));
    record.headers().add("ordinal-journal", "another".getBytes(UTF_8));
    test.producer.send(record).get(60, TimeUnit.SECONDS);
    test.stock(orderNo, TestBridge.reserved("x2", orderNo));

    test.awaitLog(orderNo, "SUCCESS");

    assertThat(test.status(orderNo)).isEqualTo(OrderStatus.STOCK_RESERVED);
  }

  /** In the middle of it the consumer is stopped and another one goes on. */
  @Test
  void everyEventTwiceAndShuffledHasOneEffect() throws Exception {
    long seed = System.nanoTime();
    var messages = new ArrayList<String[]>();
    var orders = new ArrayList<String>();
    for (int i = 0; i < 150; i++) {
      var orderNo = test.order("shuffled-" + i);
      orders.add(orderNo);
      for (int twice = 0; twice < 2; twice++) {
        messages.add(new String[] {orderNo, TestBridge.reserved("s" + i, orderNo)});
      }
    }
    Collections.shuffle(messages, new Random(seed));
    var sent = new ArrayList<Future<RecordMetadata>>();
    for (var message : messages) {
      sent.add(test.send(StockEvents.TOPIC, message[0], message[1].getBytes(UTF_8)));
    }
    for (var one : sent) one.get(60, TimeUnit.SECONDS);
    test.bridge.close();
    test.startBridge();

    for (var orderNo : orders) {
      await()
          .pollDelay(Duration.ZERO)
          .untilAsserted(() -> assertThat(test.statuses(orderNo)).hasSize(2));
      assertThat(test.statuses(orderNo)).as("seed %d", seed).contains("IGNORED");
      assertThat(test.history(orderNo)).as("seed %d", seed).hasSize(2);
      assertThat(test.status(orderNo)).isEqualTo(OrderStatus.STOCK_RESERVED);
    }
  }
}
