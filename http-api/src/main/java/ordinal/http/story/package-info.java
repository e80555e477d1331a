/** An order's story: everything that is known of it, by time. */
@NullMarked
package ordinal.http.story;

import org.jspecify.annotations.NullMarked;
