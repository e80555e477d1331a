/** What those who run Ordinal can see and do. */
@NullMarked
package ordinal.projections.operation;

import org.jspecify.annotations.NullMarked;
