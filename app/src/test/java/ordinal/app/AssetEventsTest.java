package ordinal.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.math.BigDecimal;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import ordinal.assets.AccountId;
import ordinal.assets.AccountKind;
import ordinal.assets.AccountReply;
import ordinal.assets.AssetEvent.AccountEvent;
import ordinal.assets.AssetEvent.CouponEvent;
import ordinal.assets.Assets;
import ordinal.assets.Cause;
import ordinal.assets.CouponId;
import ordinal.assets.CouponReply;
import ordinal.assets.Hold;
import ordinal.assets.ShardedAssets;
import ordinal.kernel.TraceContext;
import ordinal.projections.message.EventMessage;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * What a node sends of accounts and coupons, held against the description that it serves, and the
 * rows that follow from it. Every kind of account lives through everything that can happen to it.
 */
class AssetEventsTest {

  private static final Duration LIMIT = Duration.ofSeconds(30);
  private static final String USER = "assets-on-kafka";
  private static final TraceContext TRACE = TraceContext.continuing("assets-on-kafka", null);

  static TestNode node;
  static List<ConsumerRecord<String, String>> records;

  @BeforeAll
  static void liveThroughEverything() throws Exception {
    node = TestNode.start("asset_events");
    var assets = ShardedAssets.start(node.node.system(), Clock.systemUTC());
    for (var kind : AccountKind.values()) {
      everything(assets, new AccountId(kind, "default", USER));
    }
    everything(assets, new CouponId("default", USER));
    long stored = node.number("SELECT COUNT(*) FROM event_journal WHERE slice IS NOT NULL");
    records =
        await()
            .atMost(LIMIT)
            .until(
                () ->
                    DescribedRecords.read(
                        EventMessage.ASSET_EVENTS, key -> key.endsWith("/" + USER)),
                all -> all.size() == stored);
  }

  @AfterAll
  static void stop() {
    if (node != null) node.close();
  }

  private static void everything(Assets assets, AccountId id) throws Exception {
    var first = new Hold("ORD-1", 1);
    var second = new Hold("ORD-1", 2);
    standing(assets.credit(id, 1000, new Cause("credit:1", null, TRACE)));
    standing(assets.freeze(id, first, 300, TRACE));
    standing(assets.release(id, first, TRACE));
    standing(assets.freeze(id, second, 400, TRACE));
    standing(assets.commit(id, second, 400, TRACE));
    standing(assets.revert(id, "ORD-1", 100, new Cause("revert:1", "ORD-1", TRACE)));
    standing(assets.earn(id, 50, new Cause("earn:1", "ORD-1", TRACE)));
    standing(assets.takeBack(id, 2000, new Cause("take-back:1", null, TRACE)));
    standing(assets.release(id, new Hold("ORD-2", 1), TRACE));
    // Paid, but given back before, and there is nothing left: it stops itself.
    var stopped = done(assets.commit(id, new Hold("ORD-2", 1), 5, TRACE));
    assertThat(stopped).isInstanceOf(AccountReply.Refused.class);
  }

  private static void everything(Assets assets, CouponId id) throws Exception {
    var hold = new Hold("ORD-1", 1);
    standing(assets.issue(id, USER, 500, Instant.parse("2099-01-01T00:00:00Z"), TRACE));
    standing(assets.lock(id, USER, hold, TRACE));
    standing(assets.unlock(id, hold, TRACE));
    standing(assets.lock(id, USER, new Hold("ORD-1", 2), TRACE));
    standing(assets.use(id, new Hold("ORD-1", 2), TRACE));
  }

  private static void standing(CompletionStage<?> stage) throws Exception {
    assertThat(done(stage))
        .isInstanceOfAny(AccountReply.Standing.class, CouponReply.Standing.class);
  }

  private static <R> R done(CompletionStage<R> stage) throws Exception {
    return stage.toCompletableFuture().get(LIMIT.toSeconds(), TimeUnit.SECONDS);
  }

  @Test
  void everyKindOfEventWasSentAndIsAsItsMessageIsDescribed() throws Exception {
    var known = new TreeSet<String>();
    for (var kind : AccountKind.values()) {
      for (var type : AccountEvent.class.getPermittedSubclasses()) {
        known.add(kind.word() + type.getSimpleName());
      }
    }
    for (var type : CouponEvent.class.getPermittedSubclasses()) known.add(type.getSimpleName());
    var described = new DescribedRecords(node);

    assertThat(DescribedRecords.types(records)).isEqualTo(known);
    described.assertAllFit(records);
    described.assertPartitions(EventMessage.ASSET_EVENTS);
  }

  @Test
  void theBooksOfEveryEventAddUpToZero() throws Exception {
    for (var one : records) {
      var balance = ApiClient.JSON.readTree(one.value()).at("/payload/balance");
      var sum = BigDecimal.ZERO;
      for (var column : balance) sum = sum.add(new BigDecimal(column.asText()));
      assertThat(sum).as(one.value()).isEqualByComparingTo("0");
    }
  }

  @Test
  void theEventsOfAKeyAreInTheirOrder() throws Exception {
    Map<String, List<Long>> byKey = new LinkedHashMap<>();
    for (var one : records) {
      var sequenceNr = ApiClient.JSON.readTree(one.value()).path("sequenceNr").asLong();
      byKey.computeIfAbsent(one.key(), key -> new ArrayList<>()).add(sequenceNr);
    }

    assertThat(byKey).hasSize(4);
    for (var sequence : byKey.values()) {
      assertThat(sequence).isSorted().doesNotHaveDuplicates().startsWith(1L);
    }
  }

  @Test
  void theRowsFollow() throws Exception {
    await()
        .atMost(LIMIT)
        .until(() -> node.number("SELECT COUNT(*) FROM asset_entry") == records.size());

    assertThat(
            node.query(
                "SELECT kind, available, frozen, spent, owed, funded, suspended_by"
                    + " FROM asset_account ORDER BY kind"))
        .hasSize(3)
        .allSatisfy(
            row -> assertThat(row.subList(1, 6)).containsExactly("0", "0", "300", "-1250", "950"));
    assertThat(node.query("SELECT status, order_no FROM coupon_view"))
        .containsExactly(List.of("USED", "ORD-1"));
    assertThat(node.number("SELECT COUNT(*) FROM asset_hold")).isZero();
    assertThat(node.query("SELECT DISTINCT trace_id FROM asset_entry"))
        .containsExactly(List.of("assets-on-kafka"));
  }
}
