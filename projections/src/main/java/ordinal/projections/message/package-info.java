/** Events as the outside sees them. */
@NullMarked
package ordinal.projections.message;

import org.jspecify.annotations.NullMarked;
