/** The calls about orders, and how orders look from outside. */
@NullMarked
package ordinal.http.order;

import org.jspecify.annotations.NullMarked;
