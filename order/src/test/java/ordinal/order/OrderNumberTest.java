package ordinal.order;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OrderNumberTest {

  static final String KNOWN = "ORDMN9151RQP9E2BRZ7E69R08140W";

  /** Worked out apart from this code: orders are found under it for ever. */
  @Test
  void anOrderNumberHasItsKnownAnswer() {
    assertEquals(KNOWN, OrderNumber.of("default", "10001", "req-1"));
  }

  @Test
  void everyPartOfTheRequestCounts() {
    assertNotEquals(KNOWN, OrderNumber.of("other", "10001", "req-1"));
    assertNotEquals(KNOWN, OrderNumber.of("default", "10002", "req-1"));
    assertNotEquals(KNOWN, OrderNumber.of("default", "10001", "req-2"));
    assertNotEquals(KNOWN, OrderNumber.of("default", "1000", "1req-1"));
  }

  @Test
  void aRefundIdNamesItsOrderAndAttempt() {
    assertEquals("REFMN9151RQP9E2BRZ7E69R08140W-1", OrderNumber.refundId(KNOWN, 1));
  }

  @Property
  void aRefundIdLeadsBackToItsOrder(
      @ForAll String user, @ForAll String request, @ForAll @IntRange(min = 1) int attempt) {
    var orderNo = OrderNumber.of("default", user, request);

    assertTrue(OrderNumber.isOrderNo(orderNo));
    assertEquals(orderNo, OrderNumber.ofRefund(OrderNumber.refundId(orderNo, attempt)));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "ORD", KNOWN + "0", KNOWN + "\n", "REFMN9151RQP9E2BRZ7E69R08140W"})
  void whatIsNotAnOrderNumberIsKnownWithoutALookUp(String text) {
    assertFalse(OrderNumber.isOrderNo(text));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        KNOWN,
        "REFMN9151RQP9E2BRZ7E69R08140W",
        "REFMN9151RQP9E2BRZ7E69R08140W-0",
        "REF-1"
      })
  void whatIsNotARefundIdLeadsNowhere(String text) {
    assertNull(OrderNumber.ofRefund(text));
  }
}
