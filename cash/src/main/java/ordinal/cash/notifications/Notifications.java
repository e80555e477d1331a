package ordinal.cash.notifications;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import ordinal.cash.notifications.Notification.Channel;
import ordinal.cash.notifications.Notification.Status;
import org.jspecify.annotations.Nullable;

/** Shows what people were told and are still to be told, and has it told again. */
public interface Notifications {

  /** The largest page. */
  int MOST = 500;

  /**
   * What concerns a user's own orders, whoever was told, newest first.
   *
   * @param cursor where an earlier page said that the next one begins, or null to begin; any other
   *     text fails with an {@link IllegalArgumentException}
   */
  CompletionStage<Page> ofUser(String tenantId, String userId, int limit, @Nullable String cursor);

  /** All of an order, oldest first. */
  CompletionStage<List<Notification>> ofOrder(String orderNo);

  /** Those of all tenants, oldest first; a cursor as in {@link #ofUser}. */
  CompletionStage<Page> list(Filter filter, int limit, @Nullable String cursor);

  CompletionStage<Optional<Notification>> get(String id);

  /** Has one told after all that is dead or expired; how many, or 0 when it is neither. */
  CompletionStage<Integer> replay(String id);

  /** The same for all that match. Without a status: for those that are dead. */
  CompletionStage<Integer> replayAll(Filter filter);

  /** Those that match everything that is not null. */
  record Filter(@Nullable Status status, @Nullable Channel channel, @Nullable String orderNo) {}

  /**
   * A page of them.
   *
   * @param nextCursor null when this was the last page
   */
  record Page(List<Notification> items, @Nullable String nextCursor) {
    public Page {
      items = List.copyOf(items);
    }
  }
}
