/**
 * No piece is stranded: what a flash sale holds for an order that never came goes back. {@link
 * ordinal.projections.holds.StockHolds} has the argument.
 */
@NullMarked
package ordinal.projections.holds;

import org.jspecify.annotations.NullMarked;
