package ordinal.cash.refunds;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import ordinal.kernel.EventMeta;
import ordinal.kernel.IdempotencyKey;
import ordinal.order.OrderCommand;
import ordinal.order.OrderEvent.OrderMessageIgnored;
import ordinal.order.OrderEvent.OrderRefundRequested;
import ordinal.order.OrderEvent.RefundCause;
import ordinal.projections.TestEvents;
import ordinal.projections.TestJournal;
import ordinal.projections.tail.SliceRange;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What payments were reported, on the real database. */
class PaymentRowsTest {

  TestJournal journal;

  @BeforeEach
  void start() {
    journal = TestJournal.create("payments");
  }

  @AfterEach
  void stop() {
    journal.close();
  }

  private List<List<String>> rows() throws Exception {
    try (var db = journal.dataSource().getConnection()) {
      new PaymentRows().apply(db, journal.page(SliceRange.all(TestJournal.SLICES), 0, 100));
    }
    return journal.query(
        "SELECT order_no, payment_id, result, amount_minor, taken FROM payment_record"
            + " ORDER BY order_no, payment_id, result");
  }

  /** As an order stores a message that it ignores. */
  private static OrderMessageIgnored ignored(OrderCommand.Message message) {
    var base = TestJournal.meta("2025-01-01T12:00:09Z");
    var meta =
        new EventMeta(
            Instant.parse("2025-01-01T12:00:09Z"),
            base.trace(),
            new IdempotencyKey(message.messageId(), message.says()),
            null);
    return new OrderMessageIgnored(meta, message.name(), "does not fit");
  }

  private static OrderRefundRequested refund(RefundCause cause) {
    var meta = TestJournal.meta("2025-01-01T12:00:09Z");
    return new OrderRefundRequested(meta, "r-1", "p-late", 700, null, cause);
  }

  @Test
  void everyResultIsARowThatSaysHowItsOrderTookIt() throws Exception {
    var trace = TestJournal.meta("2025-01-01T12:00:09Z").trace();
    journal.append(
        "ORD-1",
        1,
        TestJournal.created("ORD-1", "1"),
        TestEvents.RESERVED,
        TestEvents.CHECKOUT,
        TestEvents.PAYMENT_FAILED,
        TestEvents.CHECKOUT,
        TestEvents.PAID,
        ignored(new OrderCommand.PaymentSucceeded("p:2", 500, trace, null)),
        ignored(new OrderCommand.PaymentFailed("p:3", trace, null)),
        ignored(new OrderCommand.StockReserved("e-1", trace, null)),
        refund(RefundCause.REQUESTED));
    journal.append(
        "ORD-2",
        1,
        TestJournal.created("ORD-2", "1"),
        TestEvents.CANCELED,
        refund(RefundCause.PAID_TOO_LATE),
        TestEvents.REFUND_FAILED,
        refund(RefundCause.PAID_TOO_LATE));

    assertThat(rows())
        .containsExactly(
            List.of("ORD-1", "p-0", "FAILED", "0", "NOT_PAID"),
            List.of("ORD-1", "p-0", "SUCCESS", "1000", "PAID"),
            List.of("ORD-1", "p:2", "SUCCESS", "500", "IGNORED"),
            List.of("ORD-1", "p:3", "FAILED", "0", "IGNORED"),
            List.of("ORD-2", "p-late", "SUCCESS", "700", "TOO_LATE"));
  }

  @Test
  void aPageThatComesAgainChangesNothing() throws Exception {
    journal.append(
        "ORD-1",
        1,
        TestJournal.created("ORD-1", "1"),
        TestEvents.RESERVED,
        TestEvents.CHECKOUT,
        TestEvents.PAID);
    var once = rows();

    assertThat(rows()).isEqualTo(once).hasSize(1);
  }
}
