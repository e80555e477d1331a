/** Accounts, coupons and their movements as rows, as the journal says they are. */
@NullMarked
package ordinal.projections.assets;

import org.jspecify.annotations.NullMarked;
