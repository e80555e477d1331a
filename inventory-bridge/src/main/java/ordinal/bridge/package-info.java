/**
 * Between Kafka and the entities: stock events to orders, order events to the stock service, and
 * what becomes of messages that cannot be handled.
 */
@NullMarked
package ordinal.bridge;

import org.jspecify.annotations.NullMarked;
