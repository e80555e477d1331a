/** Makes a view anew beside the live one, and puts it in its place. */
@NullMarked
package ordinal.projections.rebuild;

import org.jspecify.annotations.NullMarked;
