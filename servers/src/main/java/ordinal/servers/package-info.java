/** The embedded MariaDB and Kafka: real servers on loopback, started, stopped and recovered. */
@NullMarked
package ordinal.servers;

import org.jspecify.annotations.NullMarked;
