/** What follows from the journal: started and stopped as one. */
@NullMarked
package ordinal.projections;

import org.jspecify.annotations.NullMarked;
