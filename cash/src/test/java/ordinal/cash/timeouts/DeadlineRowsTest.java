package ordinal.cash.timeouts;

import static ordinal.projections.TestEvents.ASSETS_REJECTED;
import static ordinal.projections.TestEvents.CANCELED;
import static ordinal.projections.TestEvents.CHECKOUT;
import static ordinal.projections.TestEvents.PAID;
import static ordinal.projections.TestEvents.PAYMENT_FAILED;
import static ordinal.projections.TestEvents.RESERVED;
import static ordinal.projections.TestEvents.STOCK_FAILED;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import ordinal.projections.TestJournal;
import ordinal.projections.tail.Page;
import ordinal.projections.tail.SliceRange;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Which orders have a deadline, on the real database. */
class DeadlineRowsTest {

  /** Fifteen minutes after {@code RESERVED}. */
  private static final String DUE = "2025-01-01 12:15:01.456";

  TestJournal journal;

  @BeforeEach
  void start() {
    journal = TestJournal.create("deadlines");
  }

  @AfterEach
  void stop() {
    journal.close();
  }

  private Page from(long ordering) throws Exception {
    return journal.page(SliceRange.all(TestJournal.SLICES), ordering, 100);
  }

  private void apply(Page page) throws Exception {
    try (var db = journal.dataSource().getConnection()) {
      new DeadlineRows(Duration.ofMinutes(15)).apply(db, page);
    }
  }

  private List<List<String>> rows() throws Exception {
    return journal.query("SELECT order_no, due_at FROM order_deadline ORDER BY order_no");
  }

  @Test
  void theTimeCountsFromTheReservation() throws Exception {
    journal.append("ORD-1", 1, TestJournal.created("ORD-1", "10001"));
    journal.append("ORD-2", 1, TestJournal.created("ORD-2", "10001"), RESERVED);

    apply(from(0));

    assertThat(rows()).containsExactly(List.of("ORD-2", DUE));
  }

  @Test
  void aCheckoutThatFailedDoesNotMakeItLonger() throws Exception {
    journal.append("ORD-1", 1, TestJournal.created("ORD-1", "10001"), RESERVED, CHECKOUT);
    apply(from(0));
    long seen = from(0).upTo();

    journal.append("ORD-1", 4, PAYMENT_FAILED, CHECKOUT, ASSETS_REJECTED);
    apply(from(seen));

    assertThat(rows()).containsExactly(List.of("ORD-1", DUE));
  }

  @Test
  void anOrderThatIsPaidOrCanceledOrFailedHasNone() throws Exception {
    journal.append("ORD-1", 1, TestJournal.created("ORD-1", "1"), RESERVED, CHECKOUT);
    journal.append("ORD-2", 1, TestJournal.created("ORD-2", "1"), RESERVED);
    apply(from(0));
    long seen = from(0).upTo();

    journal.append("ORD-1", 4, PAID);
    journal.append("ORD-2", 3, CANCELED);
    journal.append("ORD-3", 1, TestJournal.created("ORD-3", "1"), STOCK_FAILED);
    journal.append("ORD-4", 1, TestJournal.created("ORD-4", "1"), RESERVED, CANCELED);
    apply(from(seen));

    assertThat(rows()).isEmpty();
  }

  @Test
  void aPageThatComesAgainChangesNothing() throws Exception {
    journal.append("ORD-1", 1, TestJournal.created("ORD-1", "1"), RESERVED);
    journal.append("ORD-2", 1, TestJournal.created("ORD-2", "1"), RESERVED, CHECKOUT, PAID);
    apply(from(0));
    var once = rows();

    apply(from(0));

    assertThat(rows()).isEqualTo(once).hasSize(1);
  }
}
