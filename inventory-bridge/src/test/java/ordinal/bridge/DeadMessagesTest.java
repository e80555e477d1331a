package ordinal.bridge;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Clock;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import ordinal.order.OrderStatus;
import ordinal.projections.operation.DeadLetters;
import ordinal.projections.operation.DeadLetters.Filter;
import ordinal.projections.operation.SqlDeadLetters;
import ordinal.projections.sql.Sql;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Messages that cannot be handled now, or never; and their second life. */
class DeadMessagesTest {

  static TestBridge test;
  static DeadLetters letters;

  @BeforeAll
  static void start() throws Exception {
    test = new TestBridge("bridge_dead", null);
    letters =
        new SqlDeadLetters(
            new Sql(test.journal.dataSource(), Runnable::run), Clock.systemUTC(), slice -> {});
  }

  @AfterAll
  static void stop() {
    test.close();
  }

  static int replay(String id) {
    return letters.replay(id).toCompletableFuture().join();
  }

  /** Status, attempts, reason and id of an order's letters. */
  static List<List<String>> lettersOf(String orderNo) throws Exception {
    return test.journal.query(
        "SELECT status, attempts, reason, id FROM dead_letter WHERE biz_key = '%s'"
            .formatted(orderNo));
  }

  static List<ConsumerRecord<byte[], byte[]>> recordsOf(String orderNo) {
    return TestBridge.dead(StockEvents.TOPIC).stream()
        .filter(record -> record.key() != null && new String(record.key(), UTF_8).equals(orderNo))
        .toList();
  }

  /** Each kind with the word that its reason must have. */
  static Map<String, byte[]> garbage(String orderNo) {
    var good = TestBridge.reserved("g", orderNo);
    var kinds = new HashMap<String, byte[]>();
    kinds.put("malformed JSON", "{\"eventId\":".getBytes(UTF_8));
    kinds.put("malformed JSON at", new byte[] {(byte) 0xff, 0, 1, 2});
    kinds.put("not a JSON object", "[1,2,3]".getBytes(UTF_8));
    kinds.put("the message is empty", new byte[0]);
    kinds.put("unknown eventType", good.replace("StockReserved", "StockLost").getBytes(UTF_8));
    kinds.put("eventId is missing", good.replace("eventId", "id").getBytes(UTF_8));
    kinds.put("eventId must be text", good.replace("\"g\"", "7").getBytes(UTF_8));
    kinds.put("eventId must be 1 to 64", good.replace("\"g\"", "\"g g\"").getBytes(UTF_8));
    kinds.put("bizKey is no order number", good.replace(orderNo, "ORD-1").getBytes(UTF_8));
    kinds.put("bizKey is missing", good.replace("bizKey", "order").getBytes(UTF_8));
    kinds.put(
        "payload must be an object",
        good.replace("{\"reason\":\"none left\"}", "5").getBytes(UTF_8));
    kinds.put("reason must be text", good.replace("\"none left\"", "[]").getBytes(UTF_8));
    kinds.put(
        "occurredAt must be a time", good.replace("2026-01-01T", "yesterday ").getBytes(UTF_8));
    kinds.put("traceId must be text", good.replace("\"trace-g\"", "{}").getBytes(UTF_8));
    kinds.put("too large", ("{\"x\":\"" + "x".repeat(300_000) + "\"}").getBytes(UTF_8));
    kinds.put("malformed JSON ", "[".repeat(2000).getBytes(UTF_8));
    return kinds;
  }

  @Test
  void aThousandPiecesOfGarbageAreDeadWithAReasonAndStopNobody() throws Exception {
    int before = TestBridge.dead(StockEvents.TOPIC).size();
    var random = new Random(42);
    var expected = new HashMap<String, String>(); // by key
    var orders = new ArrayList<String>();
    var sent = new ArrayList<Future<RecordMetadata>>();
    var example = TestBridge.orderNo("garbage-example");
    var kinds = new ArrayList<>(garbage(example).entrySet());
    var small = Map.entry("not a JSON object", "7".getBytes(UTF_8));
    for (int i = 0; i < 1000; i++) {
      var kind = kinds.get(i % kinds.size());
      // Only a few of the large ones: this is about messages and not about bytes.
      if (kind.getKey().equals("too large") && i > 100) kind = small;
      var key = random.nextInt(10) == 0 ? null : "garbage-" + i;
      if (key != null) expected.put(key, kind.getKey());
      sent.add(test.send(StockEvents.TOPIC, key, kind.getValue()));
      if (i % 10 == 0) {
        var orderNo = test.order("between-garbage-" + i);
        orders.add(orderNo);
        sent.add(
            test.send(
                StockEvents.TOPIC, orderNo, TestBridge.reserved("b" + i, orderNo).getBytes(UTF_8)));
      }
    }
    for (var one : sent) one.get(60, TimeUnit.SECONDS);

    for (var orderNo : orders) test.awaitLog(orderNo, "SUCCESS");
    await().until(() -> TestBridge.dead(StockEvents.TOPIC).size() >= before + 1000);
    var dead = TestBridge.dead(StockEvents.TOPIC).subList(before, before + 1000);
    var ids = new HashSet<String>();
    for (var record : dead) {
      ids.add(TestBridge.header(record, "ordinal-dlq-id"));
      var reason = TestBridge.header(record, "ordinal-dlq-reason");
      assertThat(reason).isNotBlank();
      if (record.key() != null) {
        assertThat(reason).startsWith(expected.get(new String(record.key(), UTF_8)).strip());
      }
      assertThat(TestBridge.header(record, "ordinal-dlq-attempts")).isEqualTo("1");
      assertThat(TestBridge.header(record, "ordinal-dlq-topic")).isEqualTo("stock-events");
      assertThat(TestBridge.header(record, "ordinal-dlq-offset")).isNotBlank();
    }
    assertThat(ids).hasSize(1000);
    assertThat(
            test.journal.number(
                "SELECT COUNT(*) FROM dead_letter WHERE source = 'CONSUMER' AND status = 'DEAD'"
                    + " AND payload IS NOT NULL AND id IN ('%s')"
                        .formatted(String.join("','", ids))))
        .isEqualTo(1000);
    await()
        .until(
            () ->
                test.metrics.get("dlq.messages").gauge().value()
                    >= test.journal.number(
                        "SELECT COUNT(*) FROM dead_letter WHERE status = 'DEAD'"));
  }

  @Test
  void aMessageIsKeptAsItWas() throws Exception {
    var key = "kept-as-it-was";
    var record =
        new ProducerRecord<>(
            StockEvents.TOPIC, key.getBytes(UTF_8), new byte[] {1, 2, 3, (byte) 0x80});
    record
        .headers()
        .add("mine", new byte[] {9, 8})
        .add("mine", "second".getBytes(UTF_8))
        .add("none", null);
    test.producer.send(record).get(60, TimeUnit.SECONDS);

    await().until(() -> !recordsOf(key).isEmpty());

    var dead = recordsOf(key).get(0);
    assertThat(dead.value()).containsExactly(1, 2, 3, 0x80);
    assertThat(dead.headers().headers("mine"))
        .extracting(header -> header.value().length)
        .containsExactly(2, 6);
    assertThat(dead.headers().lastHeader("none").value()).isNull();
  }

  @Test
  void whatMayPassIsTriedAgainInOrderWhileOthersFlow() throws Exception {
    var slow = test.order("slow");
    var fast = test.order("fast");
    test.orders.unavailable().add(slow);
    test.stock(slow, TestBridge.reserved("w1", slow), TestBridge.failed("w2", slow));
    test.stock(fast, TestBridge.reserved("w3", fast));

    test.awaitLog(fast, "SUCCESS");
    test.awaitLog(slow, "PROCESSING", "PROCESSING");
    await().until(() -> Integer.parseInt(test.log(slow).get(0).get(1)) >= 2);
    assertThat(test.log(slow).get(1).get(2)).contains("waits behind");
    test.stock(slow, TestBridge.reserved("w1", slow));
    test.orders.unavailable().remove(slow);

    // The first one first: the second is the one that came too late.
    test.awaitLog(slow, "SUCCESS", "IGNORED", "IGNORED");
    assertThat(test.status(slow)).isEqualTo(OrderStatus.STOCK_RESERVED);
    assertThat(Integer.parseInt(test.log(slow).get(0).get(1))).isBetween(3, 4);
    assertThat(
            test.journal.number(
                "SELECT COUNT(*) FROM parked_message WHERE biz_key = '%s'".formatted(slow)))
        .isZero();
    assertThat(lettersOf(slow)).isEmpty();
  }

  @Test
  void anOrderThatDoesNotAnswerIsAskedAgain() throws Exception {
    var orderNo = test.order("silent");
    test.orders.silent().add(orderNo);
    test.stock(orderNo, TestBridge.reserved("q1", orderNo));
    test.awaitLog(orderNo, "PROCESSING");
    assertThat(test.log(orderNo).get(0).get(2)).isEqualTo("no answer in time");

    test.bridge.close();
    test.startBridge();
    test.orders.silent().remove(orderNo);

    test.awaitLog(orderNo, "SUCCESS");
  }

  @Test
  void anOrderThatAppearsWhileItsMessageWaitsGetsIt() throws Exception {
    var orderNo = TestBridge.orderNo("appears");
    test.stock(orderNo, TestBridge.reserved("a1", orderNo));
    test.awaitLog(orderNo, "PROCESSING");
    assertThat(test.log(orderNo).get(0).get(2)).isEqualTo("unknown order");

    test.order("appears");

    test.awaitLog(orderNo, "SUCCESS");
    assertThat(test.status(orderNo)).isEqualTo(OrderStatus.STOCK_RESERVED);
  }

  @Test
  void aReplayThatFailsComesBackOnceAndOneThatSucceedsIsDone() throws Exception {
    var orderNo = TestBridge.orderNo("unknown");
    test.stock(orderNo, TestBridge.reserved("u1", orderNo));
    test.awaitLog(orderNo, "FAILED");
    var letter = lettersOf(orderNo).get(0);
    assertThat(letter.subList(0, 2)).containsExactly("DEAD", "4");
    assertThat(letter.get(2)).contains("unknown order");
    assertThat(recordsOf(orderNo)).hasSize(1);
    assertThat(TestBridge.header(recordsOf(orderNo).get(0), "ordinal-dlq-attempts")).isEqualTo("4");
    assertThat(TestBridge.header(recordsOf(orderNo).get(0), "ordinal-dlq-id"))
        .isEqualTo(letter.get(3));

    assertThat(replay(letter.get(3))).isEqualTo(1);
    await().until(() -> lettersOf(orderNo).get(0).subList(0, 2).equals(List.of("DEAD", "5")));

    assertThat(lettersOf(orderNo)).hasSize(1);
    assertThat(recordsOf(orderNo)).hasSize(1);

    test.order("unknown");
    assertThat(replay(letter.get(3))).isEqualTo(1);
    await().until(() -> lettersOf(orderNo).get(0).get(0).equals("HANDLED"));

    assertThat(test.status(orderNo)).isEqualTo(OrderStatus.STOCK_RESERVED);
    assertThat(test.statuses(orderNo)).containsExactly("SUCCESS");
    assertThat(replay(letter.get(3))).isZero();
    assertThat(recordsOf(orderNo)).hasSize(1);
  }

  @Test
  void lettersOfAKeyAreReplayedInOrder() throws Exception {
    var orderNo = TestBridge.orderNo("in-order");
    test.stock(orderNo, TestBridge.reserved("o1", orderNo), TestBridge.failed("o2", orderNo));
    test.awaitLog(orderNo, "FAILED", "FAILED");
    test.order("in-order");

    var byKey = new Filter(null, null, orderNo, null, "CONSUMER");
    assertThat(letters.replayAll(byKey).toCompletableFuture().join()).isEqualTo(2);

    test.awaitLog(orderNo, "SUCCESS", "IGNORED");
    assertThat(test.status(orderNo)).isEqualTo(OrderStatus.STOCK_RESERVED);
  }

  @Test
  void consumersAndTheirLogAreShown() throws Exception {
    var orderNo = test.order("shown");
    test.stock(orderNo, TestBridge.reserved("z1", orderNo), TestBridge.reserved("z1", orderNo));
    test.awaitLog(orderNo, "SUCCESS", "IGNORED");
    var consumers = test.bridge.consumers();

    var group = consumers.list().toCompletableFuture().join().get(0);
    assertThat(group.group()).isEqualTo("ordinal-orders");
    assertThat(group.partitions()).hasSize(16);
    await().until(() -> consumers.list().toCompletableFuture().join().get(0).lag() == 0);

    var filter = new Consumers.LogFilter(null, "ordinal-orders", orderNo);
    var first = consumers.log(filter, 1, null).toCompletableFuture().join();
    assertThat(first.items())
        .extracting(Consumers.LogEntry::status)
        .containsExactly(Consumers.Status.IGNORED);
    var second = consumers.log(filter, 1, first.nextCursor()).toCompletableFuture().join();
    assertThat(second.items()).extracting(Consumers.LogEntry::eventId).containsExactly("z1");
    assertThat(second.items().get(0).status()).isEqualTo(Consumers.Status.SUCCESS);
    assertThat(second.nextCursor()).isNull();
  }
}
