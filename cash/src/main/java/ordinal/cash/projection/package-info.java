/** The rows that order to cash keeps of the journal's events: one projection for all of them. */
@NullMarked
package ordinal.cash.projection;

import org.jspecify.annotations.NullMarked;
