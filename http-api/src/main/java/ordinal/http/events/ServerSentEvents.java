package ordinal.http.events;

import java.time.Duration;
import ordinal.projections.feed.EventFeed.FeedEvent;
import org.apache.pekko.stream.javadsl.Source;
import org.apache.pekko.util.ByteString;

/**
 * Writes events as the HTML standard's event stream.
 *
 * <pre>
 * retry: 2000
 *
 * id: 4711
 * event: OrderCreated
 * data: {"eventId": …}
 *
 * : quiet
 * </pre>
 */
final class ServerSentEvents {

  /** A comment, which listeners skip; proxies and idle time-outs see a stream that lives. */
  private static final ByteString QUIET = ByteString.fromString(": quiet\n\n");

  /** What is ready goes out together up to here: a listener that catches up reads pages. */
  private static final long LARGEST_CHUNK = 64 * 1024;

  private ServerSentEvents() {}

  /** Pulls no more from the source than its reader takes, but for one chunk. */
  static Source<ByteString, ?> of(Source<FeedEvent, ?> events, StreamSettings settings) {
    var written =
        events
            .map(ServerSentEvents::write)
            .batchWeighted(
                LARGEST_CHUNK, text -> (long) text.size(), text -> text, ByteString::concat);
    return Source.single(retry(settings.retry()))
        .concat(written)
        .keepAlive(settings.keepAlive(), () -> QUIET);
  }

  private static ByteString retry(Duration wait) {
    return ByteString.fromString("retry: " + wait.toMillis() + "\n\n");
  }

  /** JSON as we write it has no line breaks; one that had would end the event too early. */
  private static ByteString write(FeedEvent event) {
    var data = event.json();
    if (data.indexOf('\n') >= 0 || data.indexOf('\r') >= 0) {
      data = data.replaceAll("\\R", "\ndata: ");
    }
    return ByteString.fromString(
        "id: " + event.position() + "\nevent: " + event.eventType() + "\ndata: " + data + "\n\n");
  }
}
