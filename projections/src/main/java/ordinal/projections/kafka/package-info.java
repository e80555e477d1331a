/** Publishes the journal to Kafka, exactly once. */
@NullMarked
package ordinal.projections.kafka;

import org.jspecify.annotations.NullMarked;
