/** Ids, money, traces, error codes: the words every module of Ordinal speaks. */
@NullMarked
package ordinal.kernel;

import org.jspecify.annotations.NullMarked;
