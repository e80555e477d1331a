package ordinal.http.user;

import com.fasterxml.jackson.annotation.JsonInclude;
import ordinal.cash.notifications.Notification;
import org.jspecify.annotations.Nullable;

/** What somebody was told, or will be. Why it could not be delivered yet is not for users. */
@JsonInclude(JsonInclude.Include.NON_NULL)
record NotificationView(
    String id,
    Notification.Channel channel,
    String event,
    String orderNo,
    String recipientId,
    String text,
    Notification.Status status,
    String traceId,
    String createdAt,
    @Nullable String sentAt) {

  static NotificationView of(Notification notification) {
    var sentAt = notification.sentAt();
    return new NotificationView(
        notification.id(),
        notification.channel(),
        notification.eventType(),
        notification.orderNo(),
        notification.recipientId(),
        notification.text(),
        notification.status(),
        notification.trace().traceId(),
        notification.createdAt().toString(),
        sentAt == null ? null : sentAt.toString());
  }
}
