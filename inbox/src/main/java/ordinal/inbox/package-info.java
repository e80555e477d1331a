/**
 * A consumer of Kafka whose effects happen once: they are written in the same database transaction
 * as the offset. {@link ordinal.inbox.Inbox} is the way in, {@link ordinal.inbox.InboxHandler} what
 * a service writes.
 */
@NullMarked
package ordinal.inbox;

import org.jspecify.annotations.NullMarked;
