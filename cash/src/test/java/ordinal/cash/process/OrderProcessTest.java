package ordinal.cash.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import java.util.stream.Stream;
import ordinal.assets.AccountReply;
import ordinal.assets.Balance;
import ordinal.assets.CouponReply;
import ordinal.assets.CouponStatus;
import ordinal.bridge.Message;
import ordinal.bridge.Outcome;
import ordinal.bridge.Unusable;
import ordinal.kernel.TraceContext;
import ordinal.order.OrderCommand;
import ordinal.order.OrderReply;
import ordinal.order.OrderStep;
import ordinal.order.Orders;
import org.apache.pekko.actor.typed.ActorRef;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** What becomes of a message when somebody refuses or does not answer. The order costs 10.00. */
class OrderProcessTest {

  final ScriptedAssets assets = new ScriptedAssets();
  final List<OrderCommand> told = new ArrayList<>();
  List<OrderStep> history = Histories.of("");
  OrderReply reply;

  private final Orders orders =
      new Orders() {
        @Override
        public CompletionStage<OrderReply> ask(
            String orderNo, Function<ActorRef<OrderReply>, OrderCommand> command) {
          told.add(command.apply(null));
          var now = history.get(history.size() - 1).after();
          return CompletableFuture.completedFuture(
              reply == null ? new OrderReply.Accepted(now) : reply);
        }

        @Override
        public CompletionStage<List<OrderStep>> history(String orderNo) {
          return CompletableFuture.completedFuture(history);
        }
      };

  private Outcome handle(String life) throws Exception {
    history = Histories.of(life);
    return handle(history.get(history.size() - 1).event().eventType(), history.size());
  }

  private Outcome handle(String eventType, long sequenceNr) throws Exception {
    var message =
        new Message(
            "event-1",
            eventType,
            Histories.ORDER_NO,
            sequenceNr,
            TraceContext.fresh(),
            JsonNodeFactory.instance.objectNode());
    return new OrderProcess(orders, assets, new ProcessSettings(1, BigDecimal.ONE, 1500, 200))
        .handle(message)
        .toCompletableFuture()
        .get(20, TimeUnit.SECONDS);
  }

  private static AccountReply.Refused refused(AccountReply.Refusal refusal) {
    return new AccountReply.Refused(refusal, "no", new Balance(50, 0, 0, 0, -50));
  }

  private String rejection() {
    return ((OrderCommand.AssetsRejected) told.get(0)).reason();
  }

  @Test
  void whatTheCheckoutAsksForIsLockedInOrderAndTheOrderHearsWhatIsDue() throws Exception {
    assertThat(handle("reserved checkout")).isInstanceOf(Outcome.Done.class);

    assertThat(assets.asked).containsExactly("lock", "freeze wallet", "freeze points");
    var locked = (OrderCommand.AssetsLocked) told.get(0);
    assertThat(locked.dueMinor()).isEqualTo(1000 - ScriptedAssets.DISCOUNT - 300 - 200);
    assertThat(locked.eventId()).isEqualTo("event-1");
  }

  /** What each says, and how whoever checked out is told. */
  @TestFactory
  Stream<DynamicTest> everyRefusalReleasesAllAndHasAReasonForPeople() {
    return Stream.of(
            Map.entry(CouponReply.Refusal.UNKNOWN, "coupon c-1 is unknown"),
            Map.entry(CouponReply.Refusal.NOT_YOURS, "coupon c-1 is another user's"),
            Map.entry(CouponReply.Refusal.USED, "coupon c-1 is used"),
            Map.entry(CouponReply.Refusal.LOCKED, "coupon c-1 is locked by another order"),
            Map.entry(CouponReply.Refusal.EXPIRED, "coupon c-1 has expired"),
            Map.entry(CouponReply.Refusal.RELEASED, "the checkout was interrupted, begin it again"))
        .map(
            one ->
                dynamicTest(
                    "coupon " + one.getKey(),
                    () -> {
                      var test = new OrderProcessTest();
                      test.assets.answers.put("lock", new CouponReply.Refused(one.getKey(), "no"));
                      test.assertRejected(one.getValue(), "lock");
                    }));
  }

  @TestFactory
  Stream<DynamicTest> everyRefusalOfAnAccountToo() {
    return Stream.of(
            Map.entry(
                AccountReply.Refusal.INSUFFICIENT,
                "insufficient wallet: 3.00 wanted, 0.50 available"),
            Map.entry(AccountReply.Refusal.SUSPENDED, "Wallet account is suspended"),
            Map.entry(AccountReply.Refusal.TOO_MUCH, "too many orders wait for their payment"),
            Map.entry(
                AccountReply.Refusal.RELEASED, "the checkout was interrupted, begin it again"))
        .map(
            one ->
                dynamicTest(
                    "wallet " + one.getKey(),
                    () -> {
                      var test = new OrderProcessTest();
                      test.assets.answers.put("freeze wallet", refused(one.getKey()));
                      test.assertRejected(one.getValue(), "lock", "freeze wallet");
                    }));
  }

  private void assertRejected(String reason, String... asked) throws Exception {
    assertThat(handle("reserved checkout")).isInstanceOf(Outcome.Done.class);
    assertThat(rejection()).isEqualTo(reason);
    assertThat(assets.asked)
        .containsExactlyElementsOf(
            Stream.concat(Stream.of(asked), Stream.of("unlock", "release wallet", "release points"))
                .toList());
  }

  @Test
  void pointsThatAreNotThereReleaseWhatWasLockedBeforeThem() throws Exception {
    assets.answers.put("freeze points", refused(AccountReply.Refusal.INSUFFICIENT));

    assertRejected(
        "insufficient points: 200 wanted, 50 available", "lock", "freeze wallet", "freeze points");
  }

  @Test
  void moneyBeyondWhatRemainsIsRefusedBeforeItIsFrozen() throws Exception {
    assets.answers.put("lock", coupon(701));

    assertRejected("3.00 of the wallet is more than the 2.99 that remain to be paid", "lock");
  }

  @Test
  void pointsBeyondWhatRemainsAreRefusedBeforeTheyAreFrozen() throws Exception {
    assets.answers.put("lock", coupon(501));

    assertRejected(
        "200 points pay more than the 1.99 that remain to be paid", "lock", "freeze wallet");
  }

  @Test
  void aCouponThatIsWorthExactlyTheRestLeavesNothingDue() throws Exception {
    assets.answers.put("lock", coupon(500));

    handle("reserved checkout");

    assertThat(((OrderCommand.AssetsLocked) told.get(0)).dueMinor()).isZero();
  }

  private static CouponReply coupon(long discount) {
    return new CouponReply.Standing(CouponStatus.LOCKED, "10001", discount, null, null, false);
  }

  @Test
  void whoDoesNotAnswerIsAskedAgainLaterAndNothingIsReleased() throws Exception {
    assets.answers.put("freeze points", new AccountReply.Unavailable("away"));

    assertThat(handle("reserved checkout")).isInstanceOf(Outcome.MayPass.class);

    assertThat(told).isEmpty();
    assertThat(assets.asked).containsExactly("lock", "freeze wallet", "freeze points");
  }

  @Test
  void aReleaseThatIsNotKnownToBeStoredKeepsTheOrderFromHearingOfIt() throws Exception {
    assets.answers.put("freeze wallet", refused(AccountReply.Refusal.INSUFFICIENT));
    assets.answers.put("release points", new AccountReply.Unavailable("away"));

    assertThat(handle("reserved checkout")).isInstanceOf(Outcome.MayPass.class);

    assertThat(told).isEmpty();
  }

  @Test
  void anAnswerThatDoesNotComeIsLeftToTheConsumer() {
    assets.answers.put("lock", new TimeoutException());

    assertThatThrownBy(() -> handle("reserved checkout"))
        .hasRootCauseInstanceOf(TimeoutException.class);
  }

  @Test
  void anOrderThatIgnoresItHasMovedOn() throws Exception {
    reply = new OrderReply.Ignored("canceled", history.get(0).after());

    assertThat(handle("reserved checkout")).isInstanceOf(Outcome.Ignored.class);
  }

  @Test
  void anOrderThatCannotStoreItIsToldLater() throws Exception {
    reply = new OrderReply.Unavailable("away");

    assertThat(handle("reserved checkout")).isInstanceOf(Outcome.MayPass.class);
  }

  @Test
  void aCommitThatIsRefusedIsDeadButWhatIsBesideItIsDone() throws Exception {
    assets.answers.put("commit wallet", refused(AccountReply.Refusal.SUSPENDED));

    var outcome = handle("reserved checkout locked paid");

    assertThat(assets.asked)
        .containsExactly("use", "commit wallet", "commit points", "earn points");
    assertThat(((Outcome.CannotPass) outcome).reason())
        .isEqualTo("wallet/default/10001 refuses Commit: SUSPENDED, no");
  }

  @Test
  void whatWasEarnedAtAnotherRateWasEarned() throws Exception {
    assets.answers.put("earn points", refused(AccountReply.Refusal.REUSED));

    assertThat(handle("reserved plain paid")).isInstanceOf(Outcome.Repeated.class);
  }

  @Test
  void aCouponThatNobodyIssuedIsReleased() throws Exception {
    assets.answers.put("unlock", new CouponReply.Refused(CouponReply.Refusal.UNKNOWN, "nobody"));

    assertThat(handle("reserved checkout rejected")).isInstanceOf(Outcome.Done.class);
  }

  @Test
  void aMessageThatIsAheadOfTheJournalWaits() throws Exception {
    history = Histories.of("reserved");

    assertThat(handle("OrderPaid", 3)).isInstanceOf(Outcome.MayPass.class);
  }

  @Test
  void aMessageThatTheJournalDoesNotConfirmIsDead() throws Exception {
    history = Histories.of("reserved");

    assertThat(handle("OrderPaid", 2)).isInstanceOf(Outcome.CannotPass.class);
    assertThatThrownBy(() -> handle("OrderPaid", 0)).isInstanceOf(Unusable.class);
  }
}
