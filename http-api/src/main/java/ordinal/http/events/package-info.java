/** The live stream of events, for those who listen over HTTP and not over Kafka. */
@NullMarked
package ordinal.http.events;

import org.jspecify.annotations.NullMarked;
