/** The live stream of events. */
@NullMarked
package ordinal.projections.feed;

import org.jspecify.annotations.NullMarked;
