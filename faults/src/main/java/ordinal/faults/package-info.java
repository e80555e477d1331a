/** Crash campaigns: load, kills at random moments, and a checker afterwards. */
@NullMarked
package ordinal.faults;

import org.jspecify.annotations.NullMarked;
