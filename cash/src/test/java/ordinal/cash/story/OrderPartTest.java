package ordinal.cash.story;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import ordinal.cash.story.StoryEntry.Source;
import ordinal.kernel.EventMeta;
import ordinal.kernel.IdempotencyKey;
import ordinal.order.OrderEvent;
import ordinal.order.OrderEvent.CanceledBy;
import ordinal.order.OrderEvent.OrderCanceled;
import ordinal.order.OrderEvent.OrderMessageIgnored;
import ordinal.order.OrderEvent.OrderPaid;
import ordinal.order.OrderEvent.OrderRefundRequested;
import ordinal.order.OrderEvent.RefundCause;
import ordinal.projections.TestEvents;
import ordinal.projections.TestJournal;
import org.junit.jupiter.api.Test;

/** An order's own events, and the calls that caused them. */
class OrderPartTest {

  private static final Instant AT = Instant.parse("2025-01-01T12:00:01Z");

  private static EventMeta under(String key) {
    var meta = TestJournal.meta(AT.toString());
    return new EventMeta(AT, meta.trace(), new IdempotencyKey(key, "says"), null);
  }

  private static List<StoryEntry> story(OrderEvent... later) {
    var events = new OrderEvent[later.length + 1];
    events[0] = TestJournal.created("ORD-1", "10001");
    System.arraycopy(later, 0, events, 1, later.length);
    return OrderPart.of(new Past().put("ORD-1", events));
  }

  private static List<String> calls(OrderEvent... later) {
    return story(later).stream()
        .filter(entry -> entry.source() == Source.HTTP)
        .map(entry -> entry.what() + " " + entry.details().get("key"))
        .toList();
  }

  @Test
  void anEventTellsWhereTheOrderStoodAndStandsNow() {
    var entry = story(TestEvents.STOCK_FAILED).get(2);

    assertThat(entry.source()).isEqualTo(Source.ORDER);
    assertThat(entry.what()).isEqualTo("OrderStockFailed");
    assertThat(entry.traceId()).isEqualTo("trace-1");
    assertThat(entry.details())
        .containsEntry("sequenceNr", 2L)
        .containsEntry("from", "CREATED")
        .containsEntry("to", "STOCK_FAILED")
        .containsEntry("outcome", "APPLIED")
        .containsEntry("reason", "sold out");
  }

  @Test
  void whatWasIgnoredIsToldAsTheMessageThatItWas() {
    var ignored = new OrderMessageIgnored(under("payment:p-9:succeeded"), "PaymentSucceeded", "no");

    var story = story(ignored);

    assertThat(story.get(2).what()).isEqualTo("paymentResult");
    assertThat(story.get(3).what()).isEqualTo("PaymentSucceeded");
    assertThat(story.get(3).details())
        .containsEntry("outcome", "IGNORED")
        .containsEntry("reason", "no");
  }

  @Test
  void aCallIsToldByItsNameAndTheKeyThatMakesARepeatTheSame() {
    assertThat(calls()).containsExactly("createOrder req-ORD-1");
    assertThat(calls(new OrderCanceled(under("key:c-1"), CanceledBy.USER, null)))
        .contains("cancelOrder c-1");
    assertThat(calls(TestEvents.RESERVED, TestEvents.CHECKOUT)).contains("checkoutOrder null");
    assertThat(calls(new OrderPaid(under("payment:p-1:succeeded"), "p-1", 1000)))
        .contains("paymentResult payment:p-1:succeeded");
    assertThat(calls(TestEvents.COMPLETED)).contains("completeOrder null");
    assertThat(calls(TestEvents.REFUND)).contains("requestRefund null");
  }

  @Test
  void whatNobodyCalledForIsNoCall() {
    var timeout = new OrderCanceled(under("key:x"), CanceledBy.TIMEOUT, "not paid in time");
    var nothingToPay = new OrderPaid(under("assets:1"), "none", 0);

    assertThat(calls(timeout)).containsExactly("createOrder req-ORD-1");
    assertThat(calls(nothingToPay)).containsExactly("createOrder req-ORD-1");
    assertThat(calls(TestEvents.RESERVED, TestEvents.ASSETS_LOCKED, TestEvents.REFUNDED))
        .hasSize(1);
  }

  @Test
  void moneyThatCameTooLateIsAPaymentsResult() {
    var late =
        new OrderRefundRequested(
            under("payment:p-2:succeeded"), "r-1", "p-2", 1000, null, RefundCause.PAID_TOO_LATE);

    assertThat(calls(TestEvents.CANCELED, late)).contains("paymentResult payment:p-2:succeeded");
  }

  @Test
  void everyEventHasItsPlaceInAStory() {
    for (var life : TestEvents.LIVES) {
      var story = story(life.toArray(OrderEvent[]::new));

      assertThat(story.stream().filter(entry -> entry.source() == Source.ORDER))
          .hasSize(life.size() + 1);
    }
  }
}
