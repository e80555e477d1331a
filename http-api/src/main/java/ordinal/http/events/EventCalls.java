package ordinal.http.events;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.regex.Pattern;
import ordinal.http.serving.Answer;
import ordinal.http.serving.Call;
import ordinal.http.serving.ErrorHandler;
import ordinal.kernel.ErrorCode;
import ordinal.order.OrderNumber;
import ordinal.projections.feed.EventFeed;
import ordinal.projections.feed.EventPayloads;
import org.apache.pekko.http.javadsl.model.ContentTypes;
import org.apache.pekko.http.javadsl.model.HttpHeader;
import org.apache.pekko.http.javadsl.model.MediaTypes;
import org.apache.pekko.http.javadsl.model.headers.Connection;
import org.apache.pekko.util.ByteString;

/** Opens streams of events, and tells what single ones say. */
public final class EventCalls {

  /** Streams are long: a place that is taken now is likely taken in a second. */
  private static final int RETRY_SECONDS = 10;

  private static final Pattern SEQUENCE_NR = Pattern.compile("[1-9][0-9]{0,17}");

  private final EventFeed feed;
  private final EventPayloads payloads;
  private final StreamSettings settings;
  private final Duration readTimeout;
  private final OpenStreams streams;

  public EventCalls(
      EventFeed feed,
      EventPayloads payloads,
      StreamSettings settings,
      Duration readTimeout,
      OpenStreams streams) {
    this.feed = feed;
    this.payloads = payloads;
    this.settings = settings;
    this.readTimeout = readTimeout;
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
        feed.events(call.tenantId(), after, call.query().find(EventEndpoints.ORDER_NO))
            .onErrorComplete(failure -> ended(failure, call.trace().traceId()));
    var place = streams.take();
    if (place == null) return done(full());
    var bytes = place.holding(ServerSentEvents.of(events, settings));
    // The connection ends with the stream: one that idles would be cut when the server stops.
    var headers = List.<HttpHeader>of(Connection.create("close"));
    return done(
        new Answer.Stream(MediaTypes.TEXT_EVENT_STREAM.toContentType(), bytes, headers)
            // Or nginx would hold events back until they fill its buffer.
            .with("X-Accel-Buffering", "no"));
  }

  /**
   * What a message on Kafka refers to when it is too large to be in it. Answered byte for byte and
   * not in the envelope, because the reference has a hash of it.
   */
  CompletionStage<Answer> payload(Call call) {
    var orderNo = call.at("orderNo");
    var sequenceNr = sequenceNr(call.at("sequenceNr"));
    if (sequenceNr == 0 || !OrderNumber.isOrderNo(orderNo)) return done(noEvent(call));
    return ErrorHandler.within(
            readTimeout, "journal", payloads.payload(call.tenantId(), orderNo, sequenceNr))
        .thenApply(
            found ->
                found.isEmpty()
                    ? noEvent(call)
                    : new Answer.Page(
                        ContentTypes.APPLICATION_JSON,
                        ByteString.fromArrayUnsafe(found.get()),
                        List.of()));
  }

  /** 0 when it is not the number of an event. */
  private static long sequenceNr(String text) {
    return SEQUENCE_NR.matcher(text).matches() ? Long.parseLong(text) : 0;
  }

  private static Answer noEvent(Call call) {
    return Answer.error(
        ErrorCode.NOT_FOUND,
        "There is no event " + call.at("sequenceNr") + " of an order " + call.at("orderNo") + ".");
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
