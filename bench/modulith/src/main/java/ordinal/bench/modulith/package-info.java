/** The order service of the other peers with Spring Modulith's event publication as its outbox. */
@NullMarked
package ordinal.bench.modulith;

import org.jspecify.annotations.NullMarked;
