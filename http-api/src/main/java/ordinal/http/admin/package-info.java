/** The management port's own calls: the outbox, dead letters, projections, metrics. */
@NullMarked
package ordinal.http.admin;

import org.jspecify.annotations.NullMarked;
