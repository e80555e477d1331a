package ordinal.http.story;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import ordinal.cash.story.OrderStories;
import ordinal.http.serving.Answer;
import ordinal.http.serving.Call;
import ordinal.http.serving.ErrorHandler;
import ordinal.kernel.ErrorCode;
import ordinal.order.OrderNumber;

/** Tells orders' stories, within a limit of time. */
public final class StoryCalls {

  private final OrderStories stories;
  private final Duration timeout;

  public StoryCalls(OrderStories stories, Duration timeout) {
    this.stories = stories;
    this.timeout = timeout;
  }

  CompletionStage<Answer> story(Call call) {
    var orderNo = call.at("orderNo");
    if (!OrderNumber.isOrderNo(orderNo)) return CompletableFuture.completedFuture(noOrder(orderNo));
    return ErrorHandler.within(timeout, "an order's story", stories.of(call.tenantId(), orderNo))
        .thenApply(
            story ->
                story.isEmpty()
                    ? noOrder(orderNo)
                    : Answer.ok(story.stream().map(StoryLine::of).toList()));
  }

  private static Answer noOrder(String orderNo) {
    return Answer.error(ErrorCode.NOT_FOUND, "There is no order " + orderNo + ".");
  }
}
