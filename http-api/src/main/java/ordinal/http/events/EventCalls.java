package ordinal.http.events;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import ordinal.http.serving.Answer;
import ordinal.http.serving.Call;
import ordinal.http.serving.ErrorHandler;
import ordinal.kernel.ErrorCode;
import ordinal.projections.feed.EventFeed;
import org.apache.pekko.http.javadsl.model.MediaTypes;

/** Opens streams of events. */
public final class EventCalls {

  /** Streams are long: a place that is taken now is likely taken in a second. */
  private static final int RETRY_SECONDS = 10;

  private final EventFeed feed;
  private final StreamSettings settings;
  private final OpenStreams streams;

  public EventCalls(EventFeed feed, StreamSettings settings, OpenStreams streams) {
    this.feed = feed;
    this.settings = settings;
    this.streams = streams;
  }

  /**
   * A feed that fails ends its stream like any other end: the listener comes again with the id of
   * the last event that it saw, and misses nothing.
   */
  CompletionStage<Answer> listen(Call call) {
    // A browser that comes again asks for the same address: what it saw last is in the header.
    var seen = call.headers().find(EventEndpoints.LAST_EVENT_ID);
    var after = seen == null ? call.query().find(EventEndpoints.AFTER) : seen;
    var events =
        feed.events(after, call.query().find(EventEndpoints.ORDER_NO))
            .onErrorComplete(failure -> ended(failure, call.trace().traceId()));
    var place = streams.take();
    if (place == null) return done(full());
    var bytes = place.holding(ServerSentEvents.of(events, settings));
    return done(
        new Answer.Stream(MediaTypes.TEXT_EVENT_STREAM.toContentType(), bytes, List.of())
            // Or nginx would hold events back until they fill its buffer.
            .with("X-Accel-Buffering", "no"));
  }

  private static Answer full() {
    return Answer.later(
        ErrorCode.TRY_AGAIN,
        "This node holds as many event streams open as it can, or is stopping; try again in "
            + RETRY_SECONDS
            + " s.",
        RETRY_SECONDS);
  }

  private static boolean ended(Throwable failure, String traceId) {
    ErrorHandler.gotOver("an event stream ended early", failure, traceId);
    return true;
  }

  private static CompletionStage<Answer> done(Answer answer) {
    return CompletableFuture.completedFuture(answer);
  }
}
