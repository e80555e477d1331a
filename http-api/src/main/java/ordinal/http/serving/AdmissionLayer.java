package ordinal.http.serving;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;
import ordinal.kernel.ErrorCode;

/**
 * Lets only so many calls be under way, and tells the others at once to come again. The journal's
 * write buffer is finite, and a write that finds it full stops its entity. What would store
 * something has to pass the {@link OutboxGate} too; reading is never held back by it.
 *
 * <p>A call is under way until its answer begins: an open stream holds no place.
 *
 * <p>Stands behind the reading of bodies: callers that send slowly hold no place here.
 */
public final class AdmissionLayer implements CallHandler {

  private static final Answer FULL =
      Answer.error(
          ErrorCode.TRY_AGAIN, "Too many requests are under way; try again with the same key.");

  private final int most;
  private final OutboxGate outbox;
  private final CallHandler next;
  private final AtomicInteger underWay = new AtomicInteger();

  public AdmissionLayer(int most, OutboxGate outbox, CallHandler next) {
    this.most = most;
    this.outbox = outbox;
    this.next = next;
  }

  @Override
  public CompletionStage<Answer> handle(Call call) {
    var held = call.endpoint().changes() ? outbox.refusal() : null;
    if (held != null) return CompletableFuture.completedFuture(held);
    if (underWay.incrementAndGet() > most) {
      underWay.decrementAndGet();
      return CompletableFuture.completedFuture(FULL);
    }
    return ErrorHandler.guarded(() -> next.handle(call))
        .whenComplete((answer, failure) -> underWay.decrementAndGet());
  }
}
