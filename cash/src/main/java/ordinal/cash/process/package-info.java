/**
 * What an order's life means for the wallets, points, coupons and commissions around it: the
 * process manager of order to cash. {@link ordinal.cash.process.OrderProcess} has its table.
 */
@NullMarked
package ordinal.cash.process;

import org.jspecify.annotations.NullMarked;
