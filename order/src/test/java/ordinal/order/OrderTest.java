package ordinal.order;

import static java.util.stream.Collectors.toSet;
import static ordinal.order.Samples.*;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;
import ordinal.kernel.IdempotencyKey;
import ordinal.kernel.Money;
import ordinal.order.OrderEvent.*;
import ordinal.order.OrderReply.*;
import ordinal.order.OrderState.Existing;
import org.apache.pekko.actor.testkit.typed.javadsl.ActorTestKit;
import org.apache.pekko.actor.typed.ActorRef;
import org.apache.pekko.persistence.testkit.javadsl.EventSourcedBehaviorTestKit;
import org.apache.pekko.persistence.testkit.javadsl.EventSourcedBehaviorTestKit.CommandResultWithReply;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

class OrderTest {

  static final IdempotencyKey KEY = new IdempotencyKey("k-1", "f-1");
  static final IdempotencyKey KEY_REUSED = new IdempotencyKey("k-1", "f-2");

  static final ActorTestKit actors = ActorTestKit.create(config());
  static final TestClock clock = new TestClock();

  static final EventSourcedBehaviorTestKit<OrderCommand, OrderEvent, OrderState> order =
      EventSourcedBehaviorTestKit.create(
          actors.system(),
          Order.create(ORDER_NO, clock, settings(1000)),
          EventSourcedBehaviorTestKit.enabledSerializationSettings().withVerifyEquality(true));

  @BeforeEach
  void emptyJournal() {
    clock.reset();
    order.clear();
  }

  @AfterAll
  static void stopActors() {
    actors.shutdownTestKit();
  }

  // The table of Order's Javadoc. "Event>STATUS": that event is stored and the order moves there.
  // Where an event comes with another one before it, in one write, it is the last one's name.
  // Anything else leaves the status; "ignored" stores OrderMessageIgnored, the rest stores nothing.

  static final String REQUESTS =
      """
given                    Get            Create                Cancel                  StartCheckout                 Complete                  RequestRefund
Absent                   UNKNOWN_ORDER  OrderCreated>CREATED  UNKNOWN_ORDER           UNKNOWN_ORDER                 UNKNOWN_ORDER             UNKNOWN_ORDER
CREATED                  show           repeat                OrderCanceled>CANCELED  NOT_ALLOWED                   NOT_ALLOWED               NOT_ALLOWED
STOCK_RESERVED           show           repeat                OrderCanceled>CANCELED  OrderCheckoutLocked>WAIT_PAY  NOT_ALLOWED               NOT_ALLOWED
STOCK_FAILED             show           repeat                NOT_ALLOWED             NOT_ALLOWED                   NOT_ALLOWED               NOT_ALLOWED
STOCK_FAILED,unrefunded  show           repeat                NOT_ALLOWED             NOT_ALLOWED                   NOT_ALLOWED               OrderRefundRequested>REFUNDING
WAIT_PAY,LOCKING         show           repeat                OrderCanceled>CANCELED  repeat                        NOT_ALLOWED               NOT_ALLOWED
WAIT_PAY,LOCKED          show           repeat                OrderCanceled>CANCELED  repeat                        NOT_ALLOWED               NOT_ALLOWED
CANCELED                 show           repeat                repeat                  NOT_ALLOWED                   NOT_ALLOWED               NOT_ALLOWED
CANCELED,unrefunded      show           repeat                repeat                  NOT_ALLOWED                   NOT_ALLOWED               OrderRefundRequested>REFUNDING
PAID                     show           repeat                NOT_ALLOWED             NOT_ALLOWED                   OrderCompleted>COMPLETED  OrderRefundRequested>REFUNDING
PAID,unrefunded          show           repeat                NOT_ALLOWED             NOT_ALLOWED                   OrderCompleted>COMPLETED  OrderRefundRequested>REFUNDING
PAID,free                show           repeat                NOT_ALLOWED             NOT_ALLOWED                   OrderCompleted>COMPLETED  OrderRefunded>REFUNDED
COMPLETED                show           repeat                NOT_ALLOWED             NOT_ALLOWED                   repeat                    OrderRefundRequested>REFUNDING
COMPLETED,free           show           repeat                NOT_ALLOWED             NOT_ALLOWED                   repeat                    OrderRefunded>REFUNDED
REFUNDING                show           repeat                NOT_ALLOWED             NOT_ALLOWED                   NOT_ALLOWED               repeat
REFUNDING,late           show           repeat                NOT_ALLOWED             NOT_ALLOWED                   NOT_ALLOWED               NOT_ALLOWED
REFUNDING,completed      show           repeat                NOT_ALLOWED             NOT_ALLOWED                   NOT_ALLOWED               repeat
REFUNDED                 show           repeat                NOT_ALLOWED             NOT_ALLOWED                   NOT_ALLOWED               NOT_ALLOWED
REFUNDED,free            show           repeat                NOT_ALLOWED             NOT_ALLOWED                   NOT_ALLOWED               repeat
""";

  static final String STOCK_AND_ASSETS =
      """
given                    StockReserved                      StockReserveFailed             AssetsLocked                AssetsRejected
Absent                   UNKNOWN_ORDER                      UNKNOWN_ORDER                  UNKNOWN_ORDER               UNKNOWN_ORDER
CREATED                  OrderStockReserved>STOCK_RESERVED  OrderStockFailed>STOCK_FAILED  ignored                     ignored
STOCK_RESERVED           ignored                            ignored                        ignored                     ignored
STOCK_FAILED             ignored                            ignored                        ignored                     ignored
STOCK_FAILED,unrefunded  ignored                            ignored                        ignored                     ignored
WAIT_PAY,LOCKING         ignored                            ignored                        OrderAssetsLocked>WAIT_PAY  OrderAssetsRejected>STOCK_RESERVED
WAIT_PAY,LOCKED          ignored                            ignored                        ignored                     ignored
CANCELED                 ignored                            ignored                        ignored                     ignored
CANCELED,unrefunded      ignored                            ignored                        ignored                     ignored
PAID                     ignored                            ignored                        ignored                     ignored
PAID,unrefunded          ignored                            ignored                        ignored                     ignored
PAID,free                ignored                            ignored                        ignored                     ignored
COMPLETED                ignored                            ignored                        ignored                     ignored
COMPLETED,free           ignored                            ignored                        ignored                     ignored
REFUNDING                ignored                            ignored                        ignored                     ignored
REFUNDING,late           ignored                            ignored                        ignored                     ignored
REFUNDING,completed      ignored                            ignored                        ignored                     ignored
REFUNDED                 ignored                            ignored                        ignored                     ignored
REFUNDED,free            ignored                            ignored                        ignored                     ignored
""";

  static final String PAYMENTS_AND_REFUNDS =
      """
given                    PaymentSucceeded                PaymentFailed                      RefundSucceeded         RefundFailed
Absent                   UNKNOWN_ORDER                   UNKNOWN_ORDER                      UNKNOWN_ORDER           UNKNOWN_ORDER
CREATED                  ignored                         ignored                            ignored                 ignored
STOCK_RESERVED           ignored                         ignored                            ignored                 ignored
STOCK_FAILED             OrderRefundRequested>REFUNDING  ignored                            ignored                 ignored
STOCK_FAILED,unrefunded  ignored                         ignored                            ignored                 repeat
WAIT_PAY,LOCKING         ignored                         OrderPaymentFailed>STOCK_RESERVED  ignored                 ignored
WAIT_PAY,LOCKED          OrderPaid>PAID                  OrderPaymentFailed>STOCK_RESERVED  ignored                 ignored
CANCELED                 OrderRefundRequested>REFUNDING  ignored                            ignored                 ignored
CANCELED,unrefunded      ignored                         ignored                            ignored                 repeat
PAID                     ignored                         ignored                            ignored                 ignored
PAID,unrefunded          ignored                         ignored                            ignored                 repeat
PAID,free                ignored                         ignored                            ignored                 ignored
COMPLETED                ignored                         ignored                            ignored                 ignored
COMPLETED,free           ignored                         ignored                            ignored                 ignored
REFUNDING                ignored                         ignored                            OrderRefunded>REFUNDED  OrderRefundFailed>PAID
REFUNDING,late           ignored                         ignored                            OrderRefunded>REFUNDED  OrderRefundFailed>CANCELED
REFUNDING,completed      ignored                         ignored                            OrderRefunded>REFUNDED  OrderRefundFailed>COMPLETED
REFUNDED                 ignored                         ignored                            repeat                  ignored
REFUNDED,free            ignored                         ignored                            ignored                 ignored
""";

  static final List<OrderEvent> HISTORY_PAID = List.of(CREATED, RESERVED, CHECKOUT, PAID);

  static final List<OrderEvent> HISTORY_FREE =
      List.of(CREATED, RESERVED, LOCKING, ALL_LOCKED, FREE);

  static final Map<String, List<OrderEvent>> HISTORY =
      Map.ofEntries(
          Map.entry("Absent", List.of()),
          Map.entry("CREATED", List.of(CREATED)),
          Map.entry("STOCK_RESERVED", List.of(CREATED, RESERVED)),
          Map.entry("STOCK_FAILED", List.of(CREATED, STOCK_FAILED)),
          Map.entry(
              "STOCK_FAILED,unrefunded",
              List.of(CREATED, STOCK_FAILED, LATE_REFUND, REFUND_FAILED)),
          Map.entry("WAIT_PAY,LOCKING", List.of(CREATED, RESERVED, LOCKING)),
          Map.entry("WAIT_PAY,LOCKED", List.of(CREATED, RESERVED, LOCKING, LOCKED)),
          Map.entry("CANCELED", List.of(CREATED, CANCELED)),
          Map.entry("CANCELED,unrefunded", List.of(CREATED, CANCELED, LATE_REFUND, REFUND_FAILED)),
          Map.entry("PAID", HISTORY_PAID),
          Map.entry("PAID,unrefunded", plus(HISTORY_PAID, REFUND, REFUND_FAILED)),
          Map.entry("COMPLETED", plus(HISTORY_PAID, COMPLETED)),
          Map.entry("REFUNDING", plus(HISTORY_PAID, REFUND)),
          Map.entry("REFUNDING,late", List.of(CREATED, CANCELED, LATE_REFUND)),
          Map.entry("REFUNDING,completed", plus(HISTORY_PAID, COMPLETED, REFUND)),
          Map.entry("REFUNDED", plus(HISTORY_PAID, REFUND, REFUNDED)),
          Map.entry("PAID,free", HISTORY_FREE),
          Map.entry("COMPLETED,free", plus(HISTORY_FREE, COMPLETED)),
          Map.entry("REFUNDED,free", plus(HISTORY_FREE, FREE_REFUND, FREE_REFUNDED)));

  static final Map<String, To> COMMAND =
      Map.ofEntries(
          Map.entry("Get", get()),
          Map.entry("Create", create(SOCKS)),
          Map.entry("Cancel", cancel(null)),
          Map.entry("StartCheckout", checkout(ASSETS, null)),
          Map.entry("Complete", complete("tech-1", "mentor-1", null)),
          Map.entry("RequestRefund", refund("too small", null)),
          Map.entry("StockReserved", reserved("s-2")),
          Map.entry("StockReserveFailed", reserveFailed("s-2")),
          Map.entry("AssetsLocked", assetsLocked("a-2", 700)),
          Map.entry("AssetsRejected", assetsRejected("a-2")),
          Map.entry("PaymentSucceeded", paid("p-2", 700)),
          Map.entry("PaymentFailed", paymentFailed("p-2")),
          Map.entry("RefundSucceeded", refunded(REFUND_1)),
          Map.entry("RefundFailed", refundFailed(REFUND_1)));

  /** Walks the table in the Javadoc of {@link Order}. A state or command left out fails. */
  @TestFactory
  Stream<DynamicTest> everyCellOfTheTable() {
    var cells = new ArrayList<DynamicTest>();
    var commands = new HashSet<String>();
    for (var table : List.of(REQUESTS, STOCK_AND_ASSETS, PAYMENTS_AND_REFUNDS)) {
      cells.addAll(walk(table, commands));
    }
    assertEquals(leaves(OrderCommand.Answered.class), commands);
    return cells.stream();
  }

  static List<DynamicTest> walk(String table, Set<String> commandsSeen) {
    var rows = table.lines().map(row -> row.trim().split("\\s+")).toList();
    var commands = Arrays.asList(rows.get(0)).subList(1, rows.get(0).length);
    var states = new HashSet<String>();
    var cells = new ArrayList<DynamicTest>();
    for (var row : rows.subList(1, rows.size())) {
      states.add(row[0]);
      assertEquals(commands.size() + 1, row.length, "cells of " + row[0]);
      for (int i = 0; i < commands.size(); i++) {
        cells.add(cell(row[0], commands.get(i), row[i + 1]));
      }
    }
    assertEquals(HISTORY.keySet(), states);
    var statuses = states.stream().map(OrderTest::statusOf).collect(toSet());
    statuses.remove("Absent");
    assertEquals(Arrays.stream(OrderStatus.values()).map(Enum::name).collect(toSet()), statuses);
    commandsSeen.addAll(commands);
    return cells;
  }

  static DynamicTest cell(String state, String command, String expected) {
    return dynamicTest(
        command + " when " + state + " -> " + expected,
        () -> {
          clock.reset(); // @BeforeEach does not run between the cells of one factory.
          given(HISTORY.get(state));
          assertEquals(statusOf(state), status(order.getState()));

          var result = when(COMMAND.get(command));

          assertEquals(expected, outcome(result));
          if (!expected.contains(">")) assertEquals(statusOf(state), status(result.state()));
          assertReplyShowsTheOrder(result);
        });
  }

  static String statusOf(String row) {
    return row.split(",")[0];
  }

  static String status(OrderState state) {
    return state instanceof Existing existing ? existing.status().name() : "Absent";
  }

  static String outcome(Result result) {
    var reply = result.reply();
    if (!result.hasNoEvents()) {
      assertTrue(result.events().size() <= 2, () -> "stored " + result.events());
      var event = result.events().get(result.events().size() - 1);
      if (reply instanceof Ignored ignored && event instanceof OrderMessageIgnored stored) {
        assertEquals(stored.reason(), ignored.reason());
        return "ignored";
      }
      assertTrue(reply instanceof Accepted, () -> "reply " + reply);
      return event.eventType() + ">" + status(result.state());
    }
    if (reply instanceof Refused refused) return refused.refusal().name();
    if (reply instanceof Repeated) return "repeat";
    return reply instanceof Accepted ? "show" : reply.toString();
  }

  /** An HTTP answer needs the order, or where it stands when it says no. */
  static void assertReplyShowsTheOrder(Result result) {
    if (result.reply() instanceof Refused refused) {
      var expected = result.state() instanceof Existing existing ? existing.status() : null;
      assertEquals(expected, refused.status());
    } else {
      assertEquals(result.state(), shown(result.reply()));
    }
  }

  // Repeats.

  @Test
  void creatingTwiceStoresOneEvent() {
    var first = when(create(SOCKS));
    var second = when(create(SOCKS));

    assertEquals(List.of(CREATED), first.events());
    assertTrue(second.hasNoEvents());
    assertEquals(shown(first.reply()), second.replyOfType(Repeated.class).order());
    assertEquals(1, second.replyOfType(Repeated.class).version());
  }

  @Test
  void aClientRequestIdCannotBeReusedForOtherContents() {
    given(List.of(CREATED, RESERVED));

    var result = when(create(List.of(new Item("socks", 3, 499))));

    assertRefused(Refusal.REUSED, result);
  }

  @Test
  void theOrderOfItemsIsPartOfTheContents() {
    given(List.of(CREATED));

    assertRefused(Refusal.REUSED, when(create(List.of(SOCKS.get(1), SOCKS.get(0)))));
  }

  @Test
  void aSecondCheckoutWithOtherAssetsIsRefused() {
    given(HISTORY.get("WAIT_PAY,LOCKED"));

    assertRefused(Refusal.NOT_ALLOWED, when(checkout(NO_ASSETS, null)));
  }

  @Test
  void completingAgainByAnotherTechnicianOrMentorIsRefused() {
    given(HISTORY.get("COMPLETED"));

    assertRefused(Refusal.NOT_ALLOWED, when(complete("tech-2", "mentor-1", null)));
    assertRefused(Refusal.NOT_ALLOWED, when(complete("tech-1", null, null)));
  }

  @Test
  void askingForTheRefundAgainWithAnotherReasonIsRefused() {
    given(HISTORY.get("REFUNDING"));

    assertRefused(Refusal.NOT_ALLOWED, when(refund("too large", null)));
  }

  @Test
  void cancelingACanceledOrderSucceedsWhateverTheReason() {
    given(HISTORY.get("CANCELED"));

    var result =
        when(to -> new OrderCommand.Cancel(CanceledBy.TIMEOUT, "not paid", null, TRACE, to));

    assertEquals("repeat", outcome(result));
    assertEquals("changed mind", existing().progress().statusReason());
  }

  // Orders whose stock is held already.

  @Test
  void anOrderWhoseStockIsHeldIsReservedInTheWriteThatCreatesIt() {
    var result = when(createHeld(SOCKS, NOON.plusSeconds(30)));

    assertEquals(List.of(CREATED_HELD, new OrderStockReserved(plain())), result.events());
    var shown = result.replyOfType(Accepted.class).order();
    assertEquals(OrderStatus.STOCK_RESERVED, shown.status());
    assertEquals(2, shown.version());
    assertEquals(result.state(), shown);
  }

  @Test
  void aRepeatOfItStoresNothingHoweverLateItIs() {
    var first = when(createHeld(SOCKS, NOON));
    when(cancel(null));
    clock.advance(Duration.ofHours(1));

    var again = when(createHeld(SOCKS, NOON));

    assertTrue(again.hasNoEvents());
    assertEquals(2, again.replyOfType(Repeated.class).version());
    assertEquals(
        shown(first.reply()).contents(), again.replyOfType(Repeated.class).order().contents());
  }

  @Test
  void itIsRefusedWhenItsStockMayBeOnItsWayBack() {
    clock.advance(Duration.ofMillis(1));

    assertRefused(Refusal.TOO_LATE, when(createHeld(SOCKS, NOON)));
    assertEquals("Absent", status(order.getState()));
    assertEquals("OrderCreated>CREATED", outcome(when(create(SOCKS))));
  }

  @Test
  void aClientRequestIdIsOfAnOrdinaryOrderOrOfOneWhoseStockIsHeld() {
    given(List.of(CREATED, RESERVED));
    assertRefused(Refusal.REUSED, when(createHeld(SOCKS, NOON.plusSeconds(30))));

    given(List.of(CREATED_HELD, RESERVED));
    assertRefused(Refusal.REUSED, when(create(SOCKS)));
    assertRefused(Refusal.REUSED, when(createHeld(SOCKS.subList(0, 1), NOON.plusSeconds(30))));
  }

  @Test
  void stockThatIsReservedLaterDoesNotFitAnOrderWhoseStockIsHeld() {
    when(createHeld(SOCKS, NOON));

    assertEquals("ignored", outcome(when(reserveFailed("s-2"))));
    assertEquals(OrderStatus.STOCK_RESERVED, existing().status());
  }

  // Idempotency keys.

  @Test
  void aKnownKeyIsAnsweredWithTheFirstVersionAfterTheOrderMovedOn() {
    given(List.of(CREATED, RESERVED));
    when(checkout(ASSETS, KEY));
    when(assetsLocked("a-1", 700));
    when(paid("p-1", 700));

    var again = when(checkout(ASSETS, KEY));

    assertTrue(again.hasNoEvents());
    assertEquals(3, again.replyOfType(Repeated.class).version());
    assertEquals(OrderStatus.PAID, again.replyOfType(Repeated.class).order().status());
  }

  @Test
  void aKnownKeyWithAnotherFingerprintIsRefused() {
    given(List.of(CREATED));
    when(cancel(KEY));

    assertRefused(Refusal.REUSED, when(cancel(KEY_REUSED)));
  }

  @Test
  void aKeyUsedForOneOperationIsRefusedForAnother() {
    given(HISTORY_PAID);
    when(complete("tech-1", null, KEY));

    assertRefused(Refusal.REUSED, when(refund("too small", KEY)));
    assertRefused(Refusal.REUSED, when(refund("too small", KEY_REUSED)));
  }

  @Test
  void aKeyIsStillKnownAfterARestart() {
    given(List.of(CREATED));
    when(cancel(KEY));

    order.restart();

    assertEquals(2, when(cancel(KEY)).replyOfType(Repeated.class).version());
    assertRefused(Refusal.REUSED, when(cancel(KEY_REUSED)));
  }

  @Test
  void aKeyIsKnownFor24HoursAndThenForgotten() {
    given(List.of(CREATED, RESERVED));
    when(checkout(NO_ASSETS, KEY));
    when(paymentFailed("p-1"));

    clock.advance(Duration.ofHours(24));
    assertRefused(Refusal.REUSED, when(checkout(NO_ASSETS, KEY_REUSED)));

    clock.advance(Duration.ofNanos(1));
    assertEquals("OrderCheckoutLocked>WAIT_PAY", outcome(when(checkout(NO_ASSETS, KEY_REUSED))));
    assertEquals(5, when(checkout(NO_ASSETS, KEY_REUSED)).replyOfType(Repeated.class).version());
  }

  @Test
  void aRefusedRequestDoesNotUseUpItsKey() {
    given(List.of(CREATED));
    assertRefused(Refusal.NOT_ALLOWED, when(checkout(NO_ASSETS, KEY)));
    when(reserved("s-1"));

    assertEquals("OrderCheckoutLocked>WAIT_PAY", outcome(when(checkout(NO_ASSETS, KEY))));
  }

  @Test
  void aCallersKeyIsNeverTakenForTheIdOfAMessage() {
    given(List.of(CREATED));
    when(cancel(new IdempotencyKey("stock:s-9", "")));

    assertEquals("ignored", outcome(when(reserved("s-9"))));
  }

  // Messages.

  @Test
  void aMessageIsKnownByItsIdForEver() {
    given(List.of(CREATED));
    when(reserved("s-9"));
    clock.advance(Duration.ofDays(400));
    order.restart();

    var again = when(reserved("s-9"));

    assertTrue(again.hasNoEvents());
    assertEquals(2, again.replyOfType(Repeated.class).version());
  }

  @Test
  void anIgnoredMessageThatComesAgainIsNotStoredAgain() {
    given(List.of(CREATED, RESERVED));
    assertEquals("ignored", outcome(when(reserved("s-9"))));

    assertEquals("repeat", outcome(when(reserved("s-9"))));
  }

  @Test
  void aPaymentThatComesAgainWithAnotherAmountIsRefused() {
    given(HISTORY_PAID);

    assertEquals("repeat", outcome(when(paid("p-0", TOTAL))));
    assertRefused(Refusal.REUSED, when(paid("p-0", TOTAL + 1)));
  }

  // The three scenarios of messages out of order.

  @Test
  void aLateStockFailureDoesNotUndoAReservation() {
    given(List.of(CREATED));

    assertEquals("OrderStockReserved>STOCK_RESERVED", outcome(when(reserved("s-2"))));
    assertEquals("ignored", outcome(when(reserveFailed("s-1"))));

    assertEquals(OrderStatus.STOCK_RESERVED, existing().status());
  }

  @Test
  void aLateReservationDoesNotReviveAFailedOrder() {
    given(List.of(CREATED));

    assertEquals("OrderStockFailed>STOCK_FAILED", outcome(when(reserveFailed("s-2"))));
    assertEquals("ignored", outcome(when(reserved("s-1"))));

    assertEquals(OrderStatus.STOCK_FAILED, existing().status());
    assertEquals("sold out", existing().progress().statusReason());
  }

  @Test
  void aReservationDeliveredTwiceMovesTheOrderOnce() {
    given(List.of(CREATED));

    when(reserved("s-1"));
    assertEquals("repeat", outcome(when(reserved("s-1"))));

    assertEquals(2, existing().version());
  }

  // Checkout and payment.

  @Test
  void aCheckoutWithNoAssetsIsLockedAtOnceAndTheTotalIsDue() {
    given(List.of(CREATED, RESERVED));

    when(checkout(NO_ASSETS, null));

    assertEquals(TOTAL, existing().progress().dueMinor());
  }

  @Test
  void theWalletCannotPayMoreThanTheTotal() {
    given(List.of(CREATED, RESERVED));

    var refused = assertRefused(Refusal.WRONG_VALUE, when(checkout(wallet(TOTAL + 1), null)));
    assertEquals("walletAmount", refused.field());
    assertEquals("must be at most 10.00, the order's total", refused.detail());

    assertEquals("OrderCheckoutLocked>WAIT_PAY", outcome(when(checkout(wallet(TOTAL), null))));
  }

  @Test
  void aPaymentMustBeOfTheAmountDueAndMayComeAgainWithTheRightOne() {
    given(HISTORY.get("WAIT_PAY,LOCKED"));

    for (long wrong : new long[] {699, 701, TOTAL}) {
      var refused = assertRefused(Refusal.WRONG_VALUE, when(paid("p-1", wrong)));
      assertEquals("amount", refused.field());
      assertEquals("must be 7.00, the amount due", refused.detail());
    }

    assertEquals("OrderPaid>PAID", outcome(when(paid("p-1", 700))));
    assertEquals(new OrderState.Payment("p-1", 700), existing().progress().payment());
  }

  @Test
  void aPaymentWhileAssetsAreBeingLockedIsIgnoredForThatReason() {
    given(HISTORY.get("WAIT_PAY,LOCKING"));

    var ignored = when(paid("p-1", TOTAL)).replyOfType(Ignored.class);

    assertEquals("PaymentSucceeded does not fit WAIT_PAY, assets not locked", ignored.reason());
  }

  @Test
  void aSecondPaymentOfAPaidOrderIsIgnoredAndTheFirstOneStays() {
    given(HISTORY_PAID);

    assertEquals("ignored", outcome(when(paid("p-9", TOTAL))));

    assertEquals(new OrderState.Payment("p-0", TOTAL), existing().progress().payment());
  }

  @Test
  void checkoutsAreCounted() {
    given(List.of(CREATED, RESERVED));

    assertEquals(1, ((OrderCheckoutLocked) when(checkout(ASSETS, null)).event()).checkoutNo());
    when(assetsRejected("a-1", 1));
    assertEquals(1, existing().progress().checkoutNo());
    assertEquals(2, ((OrderCheckoutLocked) when(checkout(NO_ASSETS, null)).event()).checkoutNo());
    when(paymentFailed("p-1"));
    assertEquals(3, ((OrderCheckoutLocked) when(checkout(ASSETS, null)).event()).checkoutNo());
    assertEquals(3, existing().progress().checkoutNo());
  }

  @Test
  void checkoutsThatEarlierReleasesStoredAreCountedToo() {
    var first = new OrderCheckoutLocked(plain(), NO_ASSETS, true, 0);
    var failed = new OrderPaymentFailed(by("payment:p-0:failed", ""), "p-0");
    given(List.of(CREATED, RESERVED, first, failed));

    assertEquals(2, ((OrderCheckoutLocked) when(checkout(ASSETS, null)).event()).checkoutNo());
  }

  @Test
  void whatBecameOfTheAssetsOfAnotherCheckoutIsIgnored() {
    given(HISTORY.get("WAIT_PAY,LOCKING"));
    when(assetsRejected("a-1"));
    when(checkout(ASSETS, null));

    var locked = when(assetsLocked("late", 1, 0)).replyOfType(Ignored.class);
    assertEquals("AssetsLocked is of checkout 1, not of 2", locked.reason());
    assertEquals("ignored", outcome(when(assetsRejected("late-too", 1))));
    assertEquals("ignored", outcome(when(assetsLocked("of a checkout that never was", 3, 0))));

    assertNull(existing().progress().dueMinor());
    assertEquals("OrderAssetsLocked>WAIT_PAY", outcome(when(assetsLocked("a-2", 2, 700))));
    assertEquals(700, existing().progress().dueMinor());
  }

  @Test
  void anOrderWithNothingLeftToPayIsPaidInTheWriteThatLocksItsAssets() {
    given(HISTORY.get("WAIT_PAY,LOCKING"));

    var result = when(assetsLocked("a-0", 0));

    assertEquals(List.of(ALL_LOCKED, FREE), result.events());
    assertEquals(OrderStatus.PAID, result.replyOfType(Accepted.class).order().status());
    assertEquals(new OrderState.Payment("none", 0), existing().progress().payment());
    assertEquals(5, when(assetsLocked("a-0", 0)).replyOfType(Repeated.class).version());
    assertEquals("ignored", outcome(when(paid("p-1", 700)))); // And somebody is told.
  }

  @Test
  void whereNobodyPaidTheRefundIsDoneInTheWriteThatBeginsIt() {
    given(HISTORY.get("PAID,free"));

    var result = when(refund("too small", KEY));

    var meta = by("key:k-1", "RequestRefund:f-1");
    assertEquals(List.of(FREE_REFUND, new OrderRefunded(meta, REFUND_1)), result.events());
    var shown = result.replyOfType(Accepted.class).order();
    assertEquals(OrderStatus.REFUNDED, shown.status());
    assertEquals(7, when(refund("too small", KEY)).replyOfType(Repeated.class).version());
    assertEquals("repeat", outcome(when(refund("too small", null))));
    assertRefused(Refusal.NOT_ALLOWED, when(refund("too large", null)));
  }

  @Test
  void aPaymentOfNothingThatAProviderReportsIsGivenBackByTheProvider() {
    given(List.of(CREATED, RESERVED, LOCKING, new OrderAssetsLocked(by("assets:a-0", ""), 0)));

    assertEquals("OrderPaid>PAID", outcome(when(paid("p-1", 0))));
    assertEquals("OrderRefundRequested>REFUNDING", outcome(when(refund(null, null))));
  }

  @Test
  void rejectedAssetsLeaveNothingOfTheCheckoutBehind() {
    given(HISTORY.get("WAIT_PAY,LOCKING"));

    when(assetsRejected("a-1"));

    assertNull(existing().progress().checkout());
    assertNull(existing().progress().dueMinor());
    assertEquals("coupon used", existing().progress().statusReason());
  }

  // Refunds.

  @Test
  void moneyThatComesTooLateGoesBackAndIsTriedAgainWhenThatFails() {
    given(HISTORY.get("CANCELED"));

    var late = when(paid("p-1", 700)).event();
    assertEquals(
        new OrderRefundRequested(
            by("payment:p-1:succeeded", "700"),
            REFUND_1,
            "p-1",
            700,
            "paid when the order was CANCELED",
            RefundCause.PAID_TOO_LATE),
        late);
    assertEquals("OrderRefundFailed>CANCELED", outcome(when(refundFailed(REFUND_1))));

    assertEquals("OrderRefundRequested>REFUNDING", outcome(when(refund("again", null))));
    assertEquals(REFUND_2, existing().progress().refund().refundId());
    assertEquals("p-1", existing().progress().refund().paymentId());
    assertEquals(700, existing().progress().refund().amountMinor());
    assertEquals(2, existing().progress().refundAttempts());

    assertEquals("ignored", outcome(when(refunded(REFUND_1))));
    assertEquals("OrderRefunded>REFUNDED", outcome(when(refunded(REFUND_2))));
  }

  @Test
  void theResultOfAnOldRefundIsIgnored() {
    given(HISTORY.get("PAID,unrefunded"));
    when(refund("again", null));

    assertEquals("ignored", outcome(when(refunded(REFUND_1))));

    assertEquals(OrderStatus.REFUNDING, existing().status());
    assertEquals("OrderRefundFailed>PAID", outcome(when(refundFailed(REFUND_2))));
  }

  @Test
  void aRefundThatIsNotOursIsIgnored() {
    given(HISTORY.get("REFUNDING"));

    assertEquals("ignored", outcome(when(refunded("REF-of-someone-else"))));
  }

  // Limits and restarts.

  @Test
  void aFloodOfIgnoredMessagesIsBoundedAndPushesOutNothingThatCounted() {
    given(List.of(CREATED, RESERVED));
    when(checkout(ASSETS, KEY));
    when(assetsLocked("a-1", 700));
    when(paymentFailed("p-1"));

    for (int i = 0; i < 300; i++) {
      when(reserveFailed("flood-" + i));
    }
    when(checkout(ASSETS, null));

    assertEquals(Existing.MOST_REMEMBERED, existing().remembered().size());
    assertEquals(306, existing().version());
    assertEquals("repeat", outcome(when(assetsLocked("a-1", 0)))); // Or the order would be free.
    assertEquals("repeat", outcome(when(paymentFailed("p-1"))));
    assertEquals(3, when(checkout(ASSETS, KEY)).replyOfType(Repeated.class).version());
    assertEquals("repeat", outcome(when(reserveFailed("flood-299"))));
    assertEquals("ignored", outcome(when(reserveFailed("flood-0"))));
    assertEquals(OrderStatus.WAIT_PAY, existing().status());
  }

  @Test
  void anOrderIsTheSameAfterARestart() {
    when(create(SOCKS));
    when(reserved("s-1"));
    when(checkout(ASSETS, KEY));
    when(assetsLocked("a-1", 700));
    when(paid("p-1", 700));
    when(complete("tech-1", "mentor-1", null));
    when(refund("too small", null));
    when(reserved("s-2"));
    var before = order.getState();

    assertEquals(before, order.restart().state());
  }

  @Test
  void theLargestOrderHasAnExactTotal() {
    var most = new Item("gold", OrderCommand.Create.MAX_QUANTITY, Money.MAX_UNIT_PRICE_MINOR);

    when(create(Collections.nCopies(OrderCommand.Create.MAX_ITEMS, most)));

    assertEquals(999_999_999_000_000L, existing().contents().totalMinor());
    assertEquals(Money.MAX_MINOR, existing().contents().totalMinor());
  }

  @TestFactory
  Stream<DynamicTest> toAnotherTenantNoOrderIsThereWhateverItIsTold() {
    var history = HISTORY.get("WAIT_PAY,LOCKED");
    return COMMAND.entrySet().stream()
        .map(
            told ->
                dynamicTest(
                    told.getKey(),
                    () -> {
                      given(history);
                      var before = order.getState();

                      var result = when(onBehalfOf("other", told.getValue()));

                      var refused = assertRefused(Refusal.UNKNOWN_ORDER, result);
                      assertEquals(before, order.getState());
                      given(List.of());
                      assertEquals(refused, when(get()).reply());
                    }));
  }

  @Test
  void onBehalfOfItsOwnTenantAnOrderIsToldAsUsual() {
    when(onBehalfOf("default", create(SOCKS)));

    var result = when(onBehalfOf("default", cancel(KEY)));

    assertEquals(OrderStatus.CANCELED, shown(result.reply()).status());
    assertTrue(when(cancel(KEY)).reply() instanceof Repeated);
  }

  // Words of the tests.

  static Function<ActorRef<OrderReply>, OrderCommand> onBehalfOf(String tenantId, To command) {
    return to -> new OrderCommand.OfTenant(tenantId, command.apply(to));
  }

  static final class Result {
    private final CommandResultWithReply<OrderCommand, OrderEvent, OrderState, OrderReply> result;

    Result(CommandResultWithReply<OrderCommand, OrderEvent, OrderState, OrderReply> result) {
      this.result = result;
    }

    OrderReply reply() {
      return result.reply();
    }

    <R extends OrderReply> R replyOfType(Class<R> type) {
      return result.replyOfType(type);
    }

    boolean hasNoEvents() {
      return result.hasNoEvents();
    }

    List<OrderEvent> events() {
      return result.events();
    }

    OrderEvent event() {
      return result.event();
    }

    OrderState state() {
      return result.state();
    }
  }

  static void given(List<OrderEvent> history) {
    if (history.isEmpty()) {
      order.clear();
    } else {
      order.initialize((Object[]) history.toArray(OrderEvent[]::new));
    }
  }

  static Result when(Function<ActorRef<OrderReply>, ? extends OrderCommand> command) {
    return new Result(order.runCommand(command::apply));
  }

  static Refused assertRefused(Refusal refusal, Result result) {
    assertTrue(result.hasNoEvents());
    var refused = result.replyOfType(Refused.class);
    assertEquals(refusal, refused.refusal());
    return refused;
  }

  static Existing existing() {
    return (Existing) order.getState();
  }

  static Existing shown(OrderReply reply) {
    if (reply instanceof Accepted accepted) return accepted.order();
    if (reply instanceof Repeated repeated) return repeated.order();
    return ((Ignored) reply).order();
  }

  static Checkout wallet(long minor) {
    return new Checkout(null, minor, 0);
  }

  static List<OrderEvent> plus(List<OrderEvent> history, OrderEvent... more) {
    return Stream.concat(history.stream(), Arrays.stream(more)).toList();
  }

  /** The names of the records under a sealed interface. */
  static Set<String> leaves(Class<?> sealed) {
    return Arrays.stream(sealed.getPermittedSubclasses())
        .flatMap(c -> c.isSealed() ? leaves(c).stream() : Stream.of(c.getSimpleName()))
        .collect(toSet());
  }
}
