package ordinal.cash.timeouts;

import java.time.Instant;

/** When an order has to be paid at the latest. */
record Deadline(String orderNo, Instant dueAt) {}
