/**
 * What is not needed any more goes, a little at a time. The journal is never touched, and nothing
 * that somebody still has to look at.
 */
@NullMarked
package ordinal.cash.retention;

import org.jspecify.annotations.NullMarked;
