package ordinal.projections.tail;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import ordinal.journal.StoredRow;
import ordinal.projections.TestJournal;
import org.apache.pekko.persistence.jdbc.journal.dao.JournalTables.JournalPekkoSerializationRow;
import org.junit.jupiter.api.Test;
import scala.Option;

/** Which of a node's own rows its head may pass. */
class OwnRowsTest {

  private final OwnRows own = new OwnRows(TestJournal.serialization(), 16, 10, 1_000);

  static List<StoredRow> rows(long first, long last) {
    return rows(first, last, 0);
  }

  private static List<StoredRow> rows(long first, long last, int payload) {
    var rows = new ArrayList<StoredRow>();
    for (long at = first; at <= last; at++) {
      rows.add(
          new StoredRow(
              at,
              new JournalPekkoSerializationRow(
                  0,
                  false,
                  "Order|" + at,
                  1,
                  "writer",
                  at,
                  "",
                  new byte[payload],
                  1,
                  "",
                  Option.empty(),
                  Option.empty(),
                  Option.empty()),
              "event " + at));
    }
    return rows;
  }

  private List<Long> behind(long head) {
    return own.behind(head).stream().map(JournalRow::ordering).toList();
  }

  @Test
  void rowsRightBehindTheHeadArePassedInWhateverOrderTheyCame() {
    own.add(rows(4, 5));
    own.add(rows(1, 3));

    assertThat(behind(0)).containsExactly(1L, 2L, 3L, 4L, 5L);
    assertThat(own.isWaiting()).isFalse();
    assertThat(behind(5)).isEmpty();
  }

  @Test
  void aPlaceThatIsNotOursIsNotPassed() {
    own.add(rows(1, 2));
    own.add(rows(4, 4));

    assertThat(behind(0)).containsExactly(1L, 2L);
    assertThat(own.isWaiting()).isTrue();
    assertThat(behind(2)).isEmpty();
    assertThat(behind(3)).containsExactly(4L);
  }

  @Test
  void whatTheHeadHasReadIsNotHandedOutAgain() {
    own.add(rows(1, 2));
    own.add(rows(3, 6));

    assertThat(behind(4)).containsExactly(5L, 6L);
    assertThat(own.isWaiting()).isFalse();
  }

  @Test
  void tooManyBehindAGapAreNotKept() {
    assertThat(own.add(rows(2, 11))).isTrue();
    assertThat(own.add(rows(12, 12))).isFalse();
    assertThat(behind(0)).isEmpty();

    assertThat(behind(1)).hasSize(10);

    assertThat(own.add(rows(12, 21))).isTrue();
  }

  @Test
  void tooLargeOnesBehindAGapAreNotKept() {
    assertThat(own.add(rows(2, 3, 500))).isTrue();
    assertThat(own.add(rows(4, 4, 1))).isFalse();

    assertThat(behind(1)).hasSize(2);

    assertThat(own.add(rows(4, 4, 1_000))).isTrue();
  }

  @Test
  void aRowIsAsItWasStored() {
    own.add(rows(1, 1));

    var row = own.behind(0).get(0);

    assertThat(row.persistenceId()).isEqualTo("Order|1");
    assertThat(row.sequenceNr()).isEqualTo(1);
    assertThat(row.writtenAt().toEpochMilli()).isEqualTo(1);
    assertThat(row.event()).isEqualTo("event 1");
  }
}
