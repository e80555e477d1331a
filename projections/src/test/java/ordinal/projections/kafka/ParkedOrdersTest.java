package ordinal.projections.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import java.util.List;
import ordinal.projections.TestJournal;
import ordinal.projections.tail.JournalRow;
import ordinal.projections.tail.SliceRange;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What waits behind a dead letter, also while two publishers believe that it is theirs. */
class ParkedOrdersTest {

  static final SliceRange ALL = SliceRange.divide(TestJournal.SLICES, 1).get(0);

  static TestJournal journal;

  List<JournalRow> rows;
  ParkedOrders first;

  @BeforeAll
  static void create() {
    journal = TestJournal.create("parked");
  }

  @AfterAll
  static void close() {
    journal.close();
  }

  /** An order with three events, the first of them dead. */
  @BeforeEach
  void park() throws SQLException {
    journal.execute("TRUNCATE TABLE event_journal", "TRUNCATE TABLE dead_letter");
    journal.append(
        "a",
        1,
        KafkaPublishersTest.created("a"),
        KafkaPublishersTest.reserved(),
        KafkaPublishersTest.canceled());
    rows = journal.page(ALL, 0, 10).rows();
    first = new ParkedOrders(journal.dataSource(), ALL);
    first.parkDead(rows.get(0), "too large");
  }

  private ParkedOrders another() throws SQLException {
    var other = new ParkedOrders(journal.dataSource(), ALL);
    other.load();
    return other;
  }

  private static List<String> statuses() throws SQLException {
    return journal.query("SELECT status FROM dead_letter ORDER BY sequence_number").stream()
        .map(row -> row.get(0))
        .toList();
  }

  @Test
  void whatComesBehindADeadOneWaitsAlsoWhenItComesTwice() throws Exception {
    assertThat(first.parkBehind(rows.get(1))).isTrue();
    assertThat(first.parkBehind(rows.get(1))).isTrue();
    assertThat(another().parkBehind(rows.get(2))).isTrue();

    assertThat(statuses()).containsExactly("DEAD", "WAITING", "WAITING");
    assertThat(first.sent(rows.get(0).persistenceId(), 3)).isFalse();
    assertThat(statuses()).containsExactly("SENT", "SENT", "SENT");
    assertThat(first.isEmpty()).isTrue();
  }

  @Test
  void nothingIsParkedBehindWhatAnotherHasSent() throws Exception {
    var successor = another();
    assertThat(successor.sent(rows.get(0).persistenceId(), 1)).isFalse();

    assertThat(first.parkBehind(rows.get(1))).isFalse();

    assertThat(statuses()).containsExactly("SENT");
    assertThat(first.isParked(rows.get(1))).isFalse();
  }

  /** Else it would be sent when its page comes, and once more when it is replayed. */
  @Test
  void whatWasParkedWhileAnotherSentTheOthersGoesOnWaiting() throws Exception {
    var successor = another();
    first.parkBehind(rows.get(1));

    assertThat(successor.sent(rows.get(0).persistenceId(), 1)).isTrue();

    assertThat(statuses()).containsExactly("SENT", "REPLAYING");
    assertThat(successor.isParked(rows.get(1))).isTrue();
    assertThat(successor.parkBehind(rows.get(1))).as("its page comes").isTrue();
    assertThat(successor.parkBehind(rows.get(2))).isTrue();
    assertThat(successor.sent(rows.get(0).persistenceId(), 3)).isFalse();
    assertThat(statuses()).containsExactly("SENT", "SENT", "SENT");
  }
}
