package ordinal.cash.refunds;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletionStage;
import ordinal.kernel.TraceContext;

/**
 * Whoever has taken a payment, and can give it back.
 *
 * <p>A real one is a public class with a public constructor that takes a {@link
 * com.typesafe.config.Config}, the part {@code ordinal.cash.refunds} of the settings. It is put on
 * the class path and named in {@code ordinal.cash.refunds.provider}. One instance per node is made;
 * it must bear being asked by several threads.
 *
 * <p>It is asked again and again, also by another node after a crash, until the order has heard a
 * result: so it must give money back once for an {@code outRefundNo}, and answer a repeat with what
 * became of the first. Payment providers promise that for the number that their caller has chosen.
 */
public interface RefundProvider {

  /**
   * Called once, before anything is asked.
   *
   * @param results for one that hears of results in another way than as answers
   */
  default void start(RefundResults results) {}

  /**
   * Gives the money back, or says what became of it. May block. A stage that fails, an exception
   * and no answer in time all mean that nobody knows: it is asked again later.
   */
  CompletionStage<Answer> refund(Refund refund);

  /**
   * What is to be given back.
   *
   * @param outRefundNo the refund's id: the same for every attempt, and never another refund's
   * @param amountMinor above 0
   * @param requestedAt when the order asked for it
   * @param attempt counts from 1
   */
  record Refund(
      String outRefundNo,
      String orderNo,
      String paymentId,
      long amountMinor,
      String currency,
      Instant requestedAt,
      int attempt,
      TraceContext trace) {}

  /** How it stands. */
  sealed interface Answer {}

  /** The money is back. */
  record Succeeded() implements Answer {}

  /** It will never be: the order returns to where it was, and somebody has to look. */
  record Failed(String reason) implements Answer {}

  /**
   * It is under way. The result comes as a call of {@code POST /refunds/{refundId}/result}, or when
   * it is asked again.
   */
  record Accepted(Duration askAgainAfter) implements Answer {}
}
