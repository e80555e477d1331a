package ordinal.cash.reconciliation;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.time.Duration;
import java.time.Instant;
import ordinal.order.OrderEvent;
import ordinal.order.OrderEvent.OrderStockReserved;
import ordinal.projections.TestJournal;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Which places of the real journal a span of time is. */
class JournalWindowTest {

  TestJournal journal;
  Connection db;

  @BeforeEach
  void start() throws Exception {
    journal = TestJournal.create("journal_window");
    db = journal.dataSource().getConnection();
  }

  @AfterEach
  void stop() throws Exception {
    db.close();
    journal.close();
  }

  private static OrderEvent at(String time) {
    return new OrderStockReserved(TestJournal.meta("2025-01-01T" + time + "Z"));
  }

  private JournalWindow window(String from, String to, Duration overlap) throws Exception {
    return JournalWindow.of(
        db,
        Instant.parse("2025-01-01T" + from + "Z"),
        Instant.parse("2025-01-01T" + to + "Z"),
        overlap);
  }

  @Test
  void aSpanIsTheEventsOfIt() throws Exception {
    for (int i = 0; i < 10; i++) journal.append("o-" + i, 1, at("12:0" + i + ":00"));

    assertThat(window("12:03:00", "12:05:00", Duration.ZERO)).isEqualTo(new JournalWindow(3, 5));
    assertThat(window("12:03:00.001", "12:05:00.001", Duration.ZERO))
        .isEqualTo(new JournalWindow(4, 6));
    assertThat(window("12:03:00", "12:05:00", Duration.ofMinutes(2)))
        .isEqualTo(new JournalWindow(1, 5));
    assertThat(window("00:00:00", "23:00:00", Duration.ZERO)).isEqualTo(new JournalWindow(0, 10));
    assertThat(window("13:00:00", "23:00:00", Duration.ZERO).places()).isZero();
    assertThat(window("00:00:00", "01:00:00", Duration.ZERO).places()).isZero();
  }

  @Test
  void holesAndAnEmptyJournalAreNoObstacle() throws Exception {
    assertThat(window("00:00:00", "23:00:00", Duration.ZERO)).isEqualTo(new JournalWindow(0, 0));

    journal.append("o-1", 1, at("12:00:00"));
    journal.execute("ALTER TABLE event_journal AUTO_INCREMENT = 1000");
    journal.append("o-2", 1, at("12:10:00"));
    journal.execute(
        "INSERT INTO event_journal (ordering, persistence_id, sequence_number, deleted, writer,"
            + " write_timestamp, adapter_manifest, event_ser_id, event_ser_manifest,"
            + " event_payload) VALUES (500, '~hole', 500, TRUE, '', 0, '', 0, '', '')");

    var window = window("12:05:00", "12:20:00", Duration.ZERO);
    assertThat(window.upTo()).isEqualTo(1000);
    assertThat(window.entities(db, window.after(), 10).persistenceIds())
        .containsExactly("Order|o-2");
  }

  @Test
  void eachEntityIsTakenOnceWhereItsFirstEventInTheWindowIs() throws Exception {
    journal.append("a", 1, at("11:00:00"));
    journal.append("b", 1, at("12:00:00"));
    journal.append("a", 2, at("12:01:00"));
    journal.append("b", 2, at("12:02:00"));
    journal.append("c", 1, at("12:03:00"));
    journal.append("a", 3, at("12:04:00"));

    var window = window("12:00:00", "12:04:00", Duration.ZERO);
    var first = window.entities(db, window.after(), 2);
    var second = window.entities(db, first.upTo(), 2);

    assertThat(first.persistenceIds()).containsExactly("Order|b", "Order|a");
    assertThat(second.persistenceIds()).containsExactly("Order|c");
    assertThat(second.upTo()).isEqualTo(window.upTo());
  }
}
