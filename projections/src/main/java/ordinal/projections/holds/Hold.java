package ordinal.projections.holds;

import java.time.Instant;

/**
 * Pieces of a sku that are held for an order.
 *
 * @param until by then the order has to be there
 */
record Hold(String skuId, String orderNo, long quantity, Instant until) {}
