/** Ordinal beside its peers, on the same servers, in one run. */
@NullMarked
package ordinal.bench.compare;

import org.jspecify.annotations.NullMarked;
