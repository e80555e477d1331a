package ordinal.projections.operation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What the database says of the outbox, on a real one. */
class OutboxReaderTest {

  private static final long UNBOUNDED = 2_000_000;

  private final OutboxTables tables = new OutboxTables("outbox_reader");

  @AfterEach
  void close() {
    tables.close();
  }

  private OutboxReading read(long mostCounted) throws SQLException {
    try (var connection = tables.database.getConnection()) {
      return new OutboxReader(16, List.of("orders"), mostCounted).read(connection, slice -> 0);
    }
  }

  private OutboxReading read() throws SQLException {
    return read(UNBOUNDED);
  }

  @Test
  void anEmptyJournalHasNothingBehindInAnySlice() throws SQLException {
    var reading = read();

    assertThat(reading.pending()).isZero();
    assertThat(reading.isQuiet()).isTrue();
    assertThat(reading.lagBySlice()).hasSize(16).containsEntry(15, 0L);
    assertThat(reading.oldestPendingAgeSeconds(System.currentTimeMillis())).isZero();
  }

  @Test
  void whatIsBehindTheOffsetIsPendingInItsSlice() throws SQLException {
    int a = tables.slice("a");
    int b = tables.slice("b");
    assertThat(a).isNotEqualTo(b);
    long sent = tables.store("a", 2, 90_000);
    tables.store("a", 3, 60_000);
    tables.store("b", 4, 30_000);
    tables.offset("kafka", Integer.toString(a), sent, 1);
    tables.offset("other", Integer.toString(b), 1_000_000, 1);

    var reading = read();

    assertThat(reading.lagBySlice()).contains(entry(a, 3L), entry(b, 4L));
    assertThat(reading.pending()).isEqualTo(7);
    assertThat(reading.lagByProjection()).containsEntry("kafka", 7L);
    assertThat(reading.isQuiet()).isFalse();
    assertThat(reading.oldestPendingAgeSeconds(System.currentTimeMillis())).isBetween(60.0, 70.0);
  }

  @Test
  void aMarkerInAHoleIsNoEvent() throws SQLException {
    tables.journal.execute(
        """
        INSERT INTO event_journal (persistence_id, sequence_number, deleted, writer,
          write_timestamp, adapter_manifest, event_ser_id, event_ser_manifest, event_payload)
        VALUES ('~hole', 1, TRUE, 'test', 1, '', 1, '', 'x')
        """);

    assertThat(read().pending()).isZero();
    assertThat(read().oldestPendingMillis()).isNull();
  }

  @Test
  void whatAFailingPublisherHasBeforeItIsRetrying() throws SQLException {
    tables.store("a", 3, 0);
    tables.store("b", 4, 0);
    tables.state(tables.slice("a"), "RETRYING");
    tables.state(tables.slice("b"), "RUNNING");
    tables.state((tables.slice("a") + tables.slice("b") + 1) % 16, "RETRYING");

    assertThat(read().retrying()).isEqualTo(3);
    assertThat(read().retryingSlices()).isEqualTo(2);
  }

  @Test
  void whatIsNotSentIsDeadWhateverItsStatus() throws SQLException {
    var at = "2026-01-01 00:00:00";
    tables.park("a", 1, "DEAD", "OrderPaid", at);
    tables.park("a", 2, "WAITING", "OrderPaid", at);
    tables.park("b", 1, "REPLAYING", "OrderPaid", at);
    tables.park("c", 1, "SENT", "OrderPaid", at);

    assertThat(read().dead()).isEqualTo(3);
    assertThat(read().pending()).isZero();
  }

  @Test
  void aProjectionOverRangesOfSlicesHasItsLag() throws SQLException {
    long upTo = tables.store("a", 5, 0);
    tables.store("a", 2, 0);
    tables.offset("kafka", Integer.toString(tables.slice("a")), upTo + 2, 1);

    assertThat(read().lagByProjection()).containsEntry("orders", 7L).containsEntry("kafka", 0L);
    tables.offset("orders", "0-7", upTo, 1);
    tables.offset("orders", "8-15", upTo, 1);
    assertThat(read().lagByProjection()).containsEntry("orders", 2L);
    assertThat(read().isQuiet()).isFalse();
  }

  @Test
  void whenSlicesAreDividedAnewTheLastOffsetCounts() throws SQLException {
    long upTo = tables.store("a", 5, 0);
    tables.offset("orders", "0-15", upTo, 1);
    tables.offset("orders", "0-7", 0, 2);
    tables.offset("orders", "8-15", 0, 2);
    tables.offset("orders", "nonsense", 0, 3);

    assertThat(read().lagByProjection()).containsEntry("orders", 5L);
  }

  @Test
  void countingHasAnEnd() throws SQLException {
    tables.store("a", 30, 0);

    assertThat(read(10).pending()).isEqualTo(10);
  }

  /** With a journal that is large enough for the optimizer to care. */
  @Test
  void onlyTheIndexIsRead() throws SQLException {
    tables.journal.execute(
        """
        INSERT INTO event_journal (persistence_id, sequence_number, writer, write_timestamp,
          adapter_manifest, event_ser_id, event_ser_manifest, event_payload)
        SELECT CONCAT('Order|', seq), 1, 'test', seq, '', 1, '', REPEAT('x', 500)
          FROM seq_1_to_20000
        """,
        "ANALYZE TABLE event_journal");
    for (int slice = 0; slice < 16; slice++) {
      tables.offset("kafka", Integer.toString(slice), 19_900, 1);
      tables.offset("orders", Integer.toString(slice), 19_900, 1);
    }

    assertThat(read().pending()).isEqualTo(100);
    try (var connection = tables.database.getConnection()) {
      long before = rowsRead(connection);
      new OutboxReader(16, List.of("orders"), UNBOUNDED).read(connection, slice -> 0);
      assertThat(rowsRead(connection) - before).isBetween(200L, 2_000L);
    }
  }

  private static long rowsRead(Connection connection) throws SQLException {
    long sum = 0;
    try (var statement = connection.createStatement();
        var rows = statement.executeQuery("SHOW SESSION STATUS LIKE 'Handler_read_%'")) {
      while (rows.next()) sum += rows.getLong(2);
    }
    return sum;
  }
}
