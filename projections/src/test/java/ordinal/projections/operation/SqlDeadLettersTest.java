package ordinal.projections.operation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.SQLException;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import ordinal.projections.operation.DeadLetters.DeadLetter;
import ordinal.projections.operation.DeadLetters.Filter;
import ordinal.projections.operation.DeadLetters.Status;
import ordinal.projections.sql.Sql;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Dead letters in their real table. */
class SqlDeadLettersTest {

  private static final Filter ALL = new Filter(null, null, null, null);
  private static final Instant NOW = Instant.parse("2026-05-01T10:00:00.250Z");

  private final OutboxTables tables = new OutboxTables("dead_letters");
  private final ExecutorService threads = Executors.newFixedThreadPool(2);
  private final List<Integer> woken = new CopyOnWriteArrayList<>();
  private final SqlDeadLetters letters =
      new SqlDeadLetters(
          new Sql(tables.database, threads), Clock.fixed(NOW, ZoneOffset.UTC), woken::add);

  @AfterEach
  void close() {
    threads.shutdownNow();
    tables.close();
  }

  private static <T> T wait(CompletionStage<T> stage) throws Exception {
    return stage.toCompletableFuture().get(20, TimeUnit.SECONDS);
  }

  private List<String> statuses(String orderNo) throws SQLException {
    return tables
        .journal
        .query(
            "SELECT status FROM dead_letter WHERE biz_key = '%s' ORDER BY sequence_number"
                .formatted(orderNo))
        .stream()
        .map(row -> row.get(0))
        .toList();
  }

  // Reading.

  @Test
  void aLetterIsShownAsItWasPutAway() throws Exception {
    var id = tables.park("a", 4, "DEAD", "OrderPaid", "2026-03-01 08:30:00.123");

    assertThat(wait(letters.get(id)))
        .contains(
            new DeadLetter(
                id,
                "OUTBOX",
                Status.DEAD,
                "order-events",
                "a",
                "OrderPaid",
                4,
                "too large",
                1,
                "trace-1",
                Instant.parse("2026-03-01T08:30:00.123Z"),
                Instant.parse("2026-03-01T08:30:00.123Z")));
    assertThat(wait(letters.get("0".repeat(26)))).isEmpty();
  }

  @Test
  void pagesGoOnWhereTheLastOneEndedAlsoWithinAMillisecond() throws Exception {
    var status = List.of("DEAD", "WAITING", "REPLAYING", "SENT");
    for (int i = 0; i < 23; i++) {
      var at = "2026-03-01 08:30:00.%03d".formatted(i / 5);
      tables.park("o" + i, 1, status.get(i % 4), "OrderPaid", at);
    }

    var seen = new ArrayList<DeadLetter>();
    var page = wait(letters.list(ALL, 5, null));
    while (true) {
      seen.addAll(page.items());
      if (page.nextCursor() == null) break;
      assertThat(page.items()).hasSize(5);
      page = wait(letters.list(ALL, 5, page.nextCursor()));
    }

    assertThat(seen).hasSize(23).doesNotHaveDuplicates();
    assertThat(seen).extracting(DeadLetter::createdAt).isSorted();
    assertThat(wait(letters.list(ALL, 23, null)).nextCursor()).isNull();
    assertThat(wait(letters.list(ALL, 22, null)).nextCursor()).isNotNull();
  }

  @Test
  void everyFilterFilters() throws Exception {
    var at = "2026-03-01 08:30:00";
    var a = tables.park("OUTBOX", "a", 1, "DEAD", "order-events", "OrderPaid", at);
    var b = tables.park("OUTBOX", "b", 1, "WAITING", "order-events", "OrderCreated", at);
    var c = tables.park("OUTBOX", "c", 1, "DEAD", "asset-events", "OrderPaid", at);

    assertThat(ids(new Filter(Status.DEAD, null, null, null))).containsExactlyInAnyOrder(a, c);
    assertThat(ids(new Filter(null, "order-events", null, null))).containsExactlyInAnyOrder(a, b);
    assertThat(ids(new Filter(null, null, "b", null))).containsExactly(b);
    assertThat(ids(new Filter(null, null, null, "OrderPaid"))).containsExactlyInAnyOrder(a, c);
    assertThat(ids(new Filter(Status.DEAD, "asset-events", "c", "OrderPaid"))).containsExactly(c);
    assertThat(ids(new Filter(Status.SENT, null, null, null))).isEmpty();
    assertThat(ids(new Filter(null, "x' OR '1'='1", null, null))).isEmpty();
  }

  private List<String> ids(Filter filter) throws Exception {
    return wait(letters.list(filter, 10, null)).items().stream().map(DeadLetter::id).toList();
  }

  @Test
  void aCursorThatIsNoneIsRefused() {
    for (var cursor : List.of("", "x", "1-2", "1772354400123-7z3cdfgh7jpa5x8k2m9qwertvb")) {
      assertThatThrownBy(() -> wait(letters.list(ALL, 5, cursor)))
          .hasRootCauseInstanceOf(IllegalArgumentException.class);
    }
  }

  // Replaying.

  @Test
  void allOfAnOrderIsReplayedTogetherAndNothingElse() throws Exception {
    var at = "2026-03-01 08:30:00";
    tables.park("a", 1, "SENT", "OrderCreated", at);
    tables.park("a", 2, "DEAD", "OrderPaid", at);
    var last = tables.park("a", 3, "WAITING", "OrderCompleted", at);
    tables.park("b", 1, "DEAD", "OrderPaid", at);

    assertThat(wait(letters.replay(last))).isEqualTo(2);

    assertThat(statuses("a")).containsExactly("SENT", "REPLAYING", "REPLAYING");
    assertThat(statuses("b")).containsExactly("DEAD");
    assertThat(woken).containsExactly(tables.slice("a"));
    assertThat(wait(letters.get(last)).orElseThrow().updatedAt()).isEqualTo(NOW);
  }

  @Test
  void aSecondReplayMarksNothingAndWakesOnceMore() throws Exception {
    var id = tables.park("a", 1, "DEAD", "OrderPaid", "2026-03-01 08:30:00");

    assertThat(wait(letters.replay(id))).isEqualTo(1);
    assertThat(wait(letters.replay(id))).isZero();

    assertThat(woken).hasSize(2);
  }

  @Test
  void whatTheAuditFoundMissingIsReplayedToo() throws Exception {
    var at = "2026-03-01 08:30:00";
    var id = tables.park("AUDIT", "a", 1, "DEAD", "order-events", "", at);

    assertThat(wait(letters.replay(id))).isEqualTo(1);
    assertThat(statuses("a")).containsExactly("REPLAYING");
  }

  @Test
  void whatIsNotThereOrNotOfTheOutboxIsNotReplayed() throws Exception {
    var at = "2026-03-01 08:30:00";
    var foreign = tables.park("BRIDGE", "a", 1, "DEAD", "stock-events", "StockReserved", at);

    assertThat(wait(letters.replay("0".repeat(26)))).isZero();
    assertThat(wait(letters.replay(foreign))).isZero();
    assertThat(wait(letters.replayAll(ALL))).isZero();

    assertThat(statuses("a")).containsExactly("DEAD");
    assertThat(woken).isEmpty();
  }

  @Test
  void aFilterChoosesOrdersAndEachGoesWhole() throws Exception {
    var at = "2026-03-01 08:30:00";
    tables.park("a", 1, "DEAD", "OrderPaid", at);
    tables.park("a", 2, "WAITING", "OrderCompleted", at);
    tables.park("b", 1, "DEAD", "OrderCreated", at);
    tables.park("c", 1, "SENT", "OrderPaid", at);
    tables.park("c", 2, "DEAD", "OrderCompleted", at);

    assertThat(wait(letters.replayAll(new Filter(null, null, null, "OrderPaid")))).isEqualTo(2);

    assertThat(statuses("a")).containsExactly("REPLAYING", "REPLAYING");
    assertThat(statuses("b")).containsExactly("DEAD");
    assertThat(statuses("c")).containsExactly("SENT", "DEAD");
    assertThat(woken).containsExactly(tables.slice("a"));
  }

  @Test
  void manyOrdersAreReplayedInSeveralTransactions() throws Exception {
    int orders = 2 * SqlDeadLetters.ORDERS_AT_ONCE + 7;
    tables.journal.execute(
        """
        INSERT INTO dead_letter (id, source, status, topic, biz_key, event_type,
          persistence_id, sequence_number, ordering, slice, reason, attempts, trace_id, created_at,
          updated_at)
        SELECT LPAD(seq, 26, '0'), 'OUTBOX', IF(seq %% 2, 'DEAD', 'WAITING'), 'order-events', seq,
               'OrderPaid', CONCAT('Order|', seq), 1, seq, seq %% 16, 'r', 1, 't',
               UTC_TIMESTAMP(3), UTC_TIMESTAMP(3)
          FROM seq_1_to_%d
        """
            .formatted(orders));

    assertThat(wait(letters.replayAll(ALL))).isEqualTo(orders);

    assertThat(tables.journal.number("SELECT COUNT(*) FROM dead_letter WHERE status='REPLAYING'"))
        .isEqualTo(orders);
    assertThat(woken).contains(0, 7, 15).hasSizeBetween(33, 48);
    assertThat(wait(letters.replayAll(ALL))).isZero();
  }

  /** As a consumer puts it away: with no place in the journal. */
  private String consumed(String key, int offset) throws Exception {
    var id = "CONSUMED" + key + "0".repeat(17 - key.length()) + offset;
    tables.journal.execute(
        """
INSERT INTO dead_letter (id, source, status, topic, biz_key, event_type, reason, attempts,
  trace_id, created_at, updated_at, consumer_group, partition_no, offset_no, payload, headers)
VALUES ('%s', 'CONSUMER', 'DEAD', 'stock-events', '%s', 'StockReserved', 'unknown order', 4,
  't', UTC_TIMESTAMP(3), UTC_TIMESTAMP(3), 'g', 0, %d, '{}', '[]')
"""
            .formatted(id, key, offset));
    return id;
  }

  @Test
  void aConsumersLetterIsMarkedAloneAndWakesNoPublisher() throws Exception {
    var first = consumed("a", 1);
    consumed("a", 2);
    tables.park("a", 1, "DEAD", "OrderPaid", "2026-01-01 00:00:00");

    assertThat(wait(letters.replay(first))).isEqualTo(1);
    assertThat(wait(letters.replay(first))).isZero();

    assertThat(
            tables.journal.query(
                "SELECT status FROM dead_letter WHERE source = 'CONSUMER' ORDER BY offset_no"))
        .containsExactly(List.of("REPLAYING"), List.of("DEAD"));
    assertThat(
            tables.journal.number(
                "SELECT COUNT(*) FROM dead_letter WHERE source='OUTBOX'" + " AND status = 'DEAD'"))
        .isEqualTo(1);
    assertThat(woken).isEmpty();
  }

  @Test
  void aFilterBySourceKeepsConsumersAndOutboxApart() throws Exception {
    var message = consumed("a", 1);
    var event = tables.park("a", 1, "DEAD", "OrderPaid", "2026-01-01 00:00:00");

    assertThat(ids(new Filter(null, null, null, null, "CONSUMER"))).containsExactly(message);
    assertThat(ids(new Filter(null, null, null, null, "OUTBOX"))).containsExactly(event);
    assertThat(wait(letters.replayAll(new Filter(null, null, null, null, "CONSUMER"))))
        .isEqualTo(1);
    assertThat(woken).isEmpty();
    assertThat(wait(letters.replayAll(ALL))).isEqualTo(1);
    assertThat(woken).containsExactly(tables.slice("a"));
  }

  @Test
  void aDatabaseThatIsAwayIsSaid() {
    tables.database.away = true;

    assertThatThrownBy(() -> wait(letters.list(ALL, 5, null)))
        .hasRootCauseInstanceOf(SQLException.class);
    assertThatThrownBy(() -> wait(letters.replayAll(ALL)))
        .hasRootCauseInstanceOf(SQLException.class);
  }
}
