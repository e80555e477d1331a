package ordinal.http.serving;

import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import ordinal.kernel.ErrorCode;

/**
 * Knows which requests are in progress on this node, and tells a twin to wait for the first.
 *
 * <p>A courtesy, not the guarantee: that each request happens once is the entity's doing, so twins
 * on two nodes are both let through and one of them is answered as a repeat. Only exact twins are
 * held back; the same key with other contents goes on, and the entity refuses it.
 */
public final class IdempotencyLayer implements CallHandler {

  private static final Answer IN_PROGRESS =
      Answer.error(
          ErrorCode.IN_PROGRESS, "The same request is being processed; ask again in a moment.");

  private final CallHandler next;
  private final Set<String> inProgress = ConcurrentHashMap.newKeySet();

  public IdempotencyLayer(CallHandler next) {
    this.next = next;
  }

  @Override
  public CompletionStage<Answer> handle(Call call) {
    var scope = call.endpoint().scope().of(call);
    if (scope == null) return next.handle(call);
    // Else one tenant could see by the answer that another's request is under way.
    var name = call.tenantId() + "|" + scope;
    if (!inProgress.add(name)) return CompletableFuture.completedFuture(IN_PROGRESS);
    return ErrorHandler.guarded(() -> next.handle(call))
        .whenComplete((answer, failure) -> inProgress.remove(name));
  }
}
