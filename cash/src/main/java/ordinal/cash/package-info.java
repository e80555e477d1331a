/**
 * From an order to cash and back: what a checkout, a payment, a completion, a cancellation and a
 * refund lead to, the jobs that make good what was missed, and the comparison of all books.
 */
@NullMarked
package ordinal.cash;

import org.jspecify.annotations.NullMarked;
