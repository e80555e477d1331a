/** Where events are on Kafka: recorded by reading the topic as its consumers do. */
@NullMarked
package ordinal.projections.deliveries;

import org.jspecify.annotations.NullMarked;
