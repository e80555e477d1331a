/**
 * One sku: what is on hand, reserved and sold of it, and for whom. {@link
 * ordinal.inventory.sku.SkuDesk} takes the commands, {@link ordinal.inventory.sku.Sku} stores.
 */
@NullMarked
package ordinal.inventory.sku;

import org.jspecify.annotations.NullMarked;
