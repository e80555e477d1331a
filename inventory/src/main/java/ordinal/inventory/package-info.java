/**
 * The built-in stock service: what is on hand, reserved and sold of every sku, and who has reserved
 * it. {@link ordinal.inventory.Inventory} is the way in.
 */
@NullMarked
package ordinal.inventory;

import org.jspecify.annotations.NullMarked;
