package ordinal.cash.refunds;

import java.time.Instant;
import ordinal.kernel.TraceContext;

/**
 * Money that is to go back: a row of {@code refund_request}.
 *
 * @param attempts how often the provider was asked
 * @param nextAttemptAt when it is asked again; what other attempts are told from
 */
record RefundRequest(
    String refundId,
    String orderNo,
    String paymentId,
    long amountMinor,
    TraceContext trace,
    int attempts,
    Instant nextAttemptAt,
    Instant createdAt) {}
