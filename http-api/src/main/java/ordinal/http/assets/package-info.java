/** What is said outside of wallets, points, commissions and coupons. */
@NullMarked
package ordinal.http.assets;

import org.jspecify.annotations.NullMarked;
