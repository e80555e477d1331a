/** What people use in Ordinal's place today: order services with an outbox, each a program. */
@NullMarked
package ordinal.bench.peer;

import org.jspecify.annotations.NullMarked;
