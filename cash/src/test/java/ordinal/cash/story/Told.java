package ordinal.cash.story;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import ordinal.cash.notifications.Notification;
import ordinal.cash.notifications.Notifications;

/** What people were told, in memory. Only what a story asks is answered. */
final class Told implements Notifications {

  final List<Notification> all = new ArrayList<>();

  @Override
  public CompletionStage<List<Notification>> ofOrder(String orderNo) {
    return CompletableFuture.completedFuture(
        all.stream().filter(one -> one.orderNo().equals(orderNo)).toList());
  }

  @Override
  public CompletionStage<Page> ofUser(String tenantId, String userId, int limit, String cursor) {
    throw new UnsupportedOperationException();
  }

  @Override
  public CompletionStage<Page> list(Filter filter, int limit, String cursor) {
    throw new UnsupportedOperationException();
  }

  @Override
  public CompletionStage<Optional<Notification>> get(String id) {
    throw new UnsupportedOperationException();
  }

  @Override
  public CompletionStage<Integer> replay(String id) {
    throw new UnsupportedOperationException();
  }

  @Override
  public CompletionStage<Integer> replayAll(Filter filter) {
    throw new UnsupportedOperationException();
  }
}
