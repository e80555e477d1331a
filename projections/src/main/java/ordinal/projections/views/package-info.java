/** What can be asked about orders without waking one. */
@NullMarked
package ordinal.projections.views;

import org.jspecify.annotations.NullMarked;
