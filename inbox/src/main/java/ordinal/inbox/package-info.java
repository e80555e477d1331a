/**
 * A consumer of Kafka whose effects happen once: they are written in the same database transaction
 * as the offset.
 */
@NullMarked
package ordinal.inbox;

import org.jspecify.annotations.NullMarked;
