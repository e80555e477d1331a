/**
 * What ends by the clock: orders that are not paid in time, and assets that stay locked although
 * nobody needs them. Both go by indexed times in the database, not by timers in memory, so nothing
 * is forgotten when a node dies.
 */
@NullMarked
package ordinal.cash.timeouts;

import org.jspecify.annotations.NullMarked;
