/**
 * Money on its way back: what a payment provider is asked, until it has answered, and what payments
 * were reported. {@link ordinal.cash.refunds.RefundProvider} is what a real one implements.
 */
@NullMarked
package ordinal.cash.refunds;

import org.jspecify.annotations.NullMarked;
