/** One order's reservation: all of its lines or none, over as many skus as it has. */
@NullMarked
package ordinal.inventory.reservation;

import org.jspecify.annotations.NullMarked;
