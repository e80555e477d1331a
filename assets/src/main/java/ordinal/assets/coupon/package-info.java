/** One coupon and its rules. */
@NullMarked
package ordinal.assets.coupon;

import org.jspecify.annotations.NullMarked;
