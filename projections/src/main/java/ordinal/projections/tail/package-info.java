/** Reads the journal as it grows: every event once, in order, none skipped. */
@NullMarked
package ordinal.projections.tail;

import org.jspecify.annotations.NullMarked;
