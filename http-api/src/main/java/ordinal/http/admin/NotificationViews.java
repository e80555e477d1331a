package ordinal.http.admin;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.Instant;
import java.util.List;
import ordinal.cash.notifications.Notification;
import ordinal.cash.notifications.Notifications;
import org.jspecify.annotations.Nullable;

/** What the calls about notifications answer, as {@link NotificationSchemas} describes it. */
final class NotificationViews {

  private NotificationViews() {}

  record ListView(List<View> items, @Nullable String nextCursor) {
    static ListView of(Notifications.Page page) {
      return new ListView(page.items().stream().map(View::of).toList(), page.nextCursor());
    }
  }

  @JsonInclude(JsonInclude.Include.NON_NULL)
  record View(
      String id,
      Notification.Status status,
      Notification.Channel channel,
      String recipientId,
      String text,
      String orderNo,
      String tenantId,
      String userId,
      @Nullable String storeId,
      String eventType,
      String eventId,
      long sequenceNr,
      int attempts,
      @Nullable String nextAttemptAt,
      @Nullable String lastError,
      String traceId,
      String createdAt,
      @Nullable String sentAt) {
    static View of(Notification one) {
      return new View(
          one.id(),
          one.status(),
          one.channel(),
          one.recipientId(),
          one.text(),
          one.orderNo(),
          one.tenantId(),
          one.userId(),
          one.storeId(),
          one.eventType(),
          one.eventId(),
          one.sequenceNr(),
          one.attempts(),
          instant(one.nextAttemptAt()),
          one.lastError(),
          one.trace().traceId(),
          AdminViews.text(one.createdAt()),
          instant(one.sentAt()));
    }
  }

  private static @Nullable String instant(@Nullable Instant instant) {
    return instant == null ? null : AdminViews.text(instant);
  }
}
