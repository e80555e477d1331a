/** Load generators and comparisons: how fast Ordinal is, measured from outside. */
@NullMarked
package ordinal.bench;

import org.jspecify.annotations.NullMarked;
