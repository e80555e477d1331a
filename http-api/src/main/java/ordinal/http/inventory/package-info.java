/** The calls and messages of the built-in stock service. */
@NullMarked
package ordinal.http.inventory;

import org.jspecify.annotations.NullMarked;
