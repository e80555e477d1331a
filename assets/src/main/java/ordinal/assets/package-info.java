/**
 * What users own beside money: wallets, points, commissions and coupons. {@link
 * ordinal.assets.Assets} is the way in.
 */
@NullMarked
package ordinal.assets;

import org.jspecify.annotations.NullMarked;
