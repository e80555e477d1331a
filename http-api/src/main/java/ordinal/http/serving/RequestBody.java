package ordinal.http.serving;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeoutException;
import ordinal.kernel.ErrorCode;
import org.apache.pekko.http.javadsl.model.HttpRequest;
import org.apache.pekko.http.javadsl.model.RequestEntity;
import org.apache.pekko.http.scaladsl.model.EntityStreamSizeException;
import org.apache.pekko.stream.Materializer;
import org.apache.pekko.util.ByteString;
import org.jspecify.annotations.Nullable;

/**
 * The body of one request, within limits of size and time.
 *
 * <p>A body that is too large, or that nobody wants, is still read to its end, up to a second
 * limit, and thrown away as it comes: a caller that writes first and reads later would otherwise
 * see a broken connection where there was an answer. A caller that asks before sending ({@code
 * Expect: 100-continue}) is answered at once.
 */
public final class RequestBody {

  /**
   * How large and how slow a body may be.
   *
   * @param most the largest body that is taken
   * @param mostIgnored the largest body that is read to its end to be thrown away
   * @param timeout how long a body may take to arrive
   */
  public record Limits(long most, long mostIgnored, Duration timeout) {}

  /** Either the bytes or why there are none. */
  public record Read(ByteString bytes, @Nullable Answer refusal) {}

  private final RequestEntity entity;
  private final boolean asksFirst;
  private final Limits limits;
  private final Materializer materializer;
  private boolean taken;

  public RequestBody(HttpRequest request, Limits limits, Materializer materializer) {
    this.entity = request.entity();
    this.asksFirst = Exchange.header(request, "expect") != null;
    this.limits = limits;
    this.materializer = materializer;
  }

  public CompletionStage<Read> read() {
    long announced = entity.getContentLengthOption().orElse(0);
    if (entity.isStrict() && announced <= limits.most()) {
      taken = true;
      return done(new Read(strictBytes(), null));
    }
    if (entity.isStrict() || (announced > limits.most() && !isWorthReading(announced))) {
      return done(refused(tooLarge()));
    }
    taken = true;
    return collect().handle(this::outcome);
  }

  /** Reads what nobody has read, so that the answer can be seen. Never fails. */
  public CompletionStage<Boolean> drop() {
    if (taken || entity.isStrict() || asksFirst) return CompletableFuture.completedFuture(true);
    taken = true;
    return collect().handle((bytes, failure) -> failure == null);
  }

  private boolean isWorthReading(long announced) {
    return !asksFirst && announced <= limits.mostIgnored();
  }

  private ByteString strictBytes() {
    return ((org.apache.pekko.http.javadsl.model.HttpEntity.Strict) entity).getData();
  }

  private CompletableFuture<Collected> collect() {
    return SameThread.of(
        entity
            .withSizeLimit(limits.mostIgnored())
            .getDataBytes()
            .completionTimeout(limits.timeout())
            .runFold(new Collected(0, ByteString.emptyByteString()), this::plus, materializer));
  }

  private record Collected(long size, ByteString bytes) {}

  private Collected plus(Collected before, ByteString next) {
    long size = before.size() + next.size();
    return new Collected(
        size, size > limits.most() ? ByteString.emptyByteString() : before.bytes().concat(next));
  }

  private Read outcome(@Nullable Collected all, @Nullable Throwable failure) {
    if (all != null) {
      return all.size() > limits.most() ? refused(tooLarge()) : new Read(all.bytes(), null);
    }
    var cause = failure instanceof CompletionException e ? e.getCause() : failure;
    if (cause instanceof EntityStreamSizeException) return refused(tooLarge());
    if (cause instanceof TimeoutException) return refused(tooSlow());
    return refused(Answer.invalid("body", "did not arrive whole"));
  }

  private static Read refused(Answer answer) {
    return new Read(ByteString.emptyByteString(), answer);
  }

  private Answer tooLarge() {
    return Answer.error(
        ErrorCode.TOO_LARGE, "The body must be at most " + limits.most() + " bytes.");
  }

  /** 408 is what clients know it by; the fault is the caller's or the network's, not ours. */
  private Answer tooSlow() {
    var said =
        (Answer.Enveloped)
            Answer.invalid("body", "did not arrive within " + limits.timeout().toMillis() + " ms");
    return new Answer.Enveloped(408, said.code(), said.message(), said.data(), said.headers());
  }

  private static CompletionStage<Read> done(Read read) {
    return CompletableFuture.completedFuture(read);
  }
}
