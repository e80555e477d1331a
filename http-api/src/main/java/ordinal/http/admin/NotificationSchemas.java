package ordinal.http.admin;

import static ordinal.http.schema.Field.nullable;
import static ordinal.http.schema.Field.optional;
import static ordinal.http.schema.Field.required;
import static ordinal.http.schema.Field.sometimes;

import java.util.List;
import ordinal.cash.notifications.Notification.Channel;
import ordinal.cash.notifications.Notification.Status;
import ordinal.http.schema.AnswerText;
import ordinal.http.schema.ChoiceSchema;
import ordinal.http.schema.Field;
import ordinal.http.schema.IdSchema;
import ordinal.http.schema.IntegerSchema;
import ordinal.http.schema.ListSchema;
import ordinal.http.schema.ObjectSchema;
import ordinal.http.schema.Schema;

/** What the calls about notifications take and answer. */
final class NotificationSchemas {

  private static final long MOST = 1_000_000_000_000_000L;
  private static final String ORDER_EXAMPLE = "ORD5X8K2M9QWERTVBNZ3CDFGH7JPA";
  private static final String INSTANT_EXAMPLE = "2026-03-01T08:30:00.123Z";

  private static final Schema<String> TEXT = AnswerText.plain();
  private static final Schema<String> INSTANT = AnswerText.instant();
  private static final Schema<Long> COUNT = new IntegerSchema(0, MOST);
  private static final Schema<Status> STATUS = ChoiceSchema.of(Status.class);
  private static final Schema<Channel> CHANNEL = ChoiceSchema.of(Channel.class);

  static final Field<Status> STATUS_FILTER =
      optional("status", STATUS, "Only those in this status.", "DEAD");
  static final Field<Channel> CHANNEL_FILTER =
      optional("channel", CHANNEL, "Only those on this channel.", "SMS");
  static final Field<String> ORDER_FILTER =
      optional("orderNo", IdSchema.idOrNumber(), "Only those of this order.", ORDER_EXAMPLE);
  static final ObjectSchema QUERY =
      ObjectSchema.of(
          "NotificationQuery",
          STATUS_FILTER,
          CHANNEL_FILTER,
          ORDER_FILTER,
          AdminSchemas.LIMIT,
          AdminSchemas.CURSOR);

  static final Field<Status> REPLAY_STATUS =
      optional(
          "status",
          new ChoiceSchema<>(List.of(Status.DEAD, Status.EXPIRED)),
          "Those in this status; DEAD if left out.",
          "DEAD");
  static final ObjectSchema REPLAY_FILTER =
      ObjectSchema.of("NotificationReplay", REPLAY_STATUS, CHANNEL_FILTER, ORDER_FILTER);

  static final ObjectSchema NOTIFICATION =
      ObjectSchema.of(
          "Notification",
          required(
              "id",
              TEXT,
              "Follows from the event and the channel; receivers get it with every attempt.",
              AdminSchemas.EVENT_ID_EXAMPLE),
          required("status", STATUS, "What became of it.", "DEAD"),
          required("channel", CHANNEL, "How somebody is told.", "SMS"),
          required("recipientId", TEXT, "Who is told: a user or a store.", "10001"),
          required("text", TEXT, "What they are told.", "Your order is done."),
          required("orderNo", TEXT, "Its order.", ORDER_EXAMPLE),
          required("tenantId", TEXT, "Whose order it is: the tenant.", "default"),
          required("userId", TEXT, "Whose order it is: the user.", "10001"),
          sometimes("storeId", TEXT, "The order's store, if it has one.", "store-1"),
          required("eventType", TEXT, "What happened.", "OrderPaid"),
          required("eventId", TEXT, "The event's id.", "5X8K2M9QWERTVB7Z3CDFGH7JPA"),
          required("sequenceNr", COUNT, "The event's place in the order's life.", 4),
          required("attempts", COUNT, "How often it was handed over, since the last replay.", 16),
          sometimes("nextAttemptAt", INSTANT, "When it is handed over next.", INSTANT_EXAMPLE),
          sometimes("lastError", TEXT, "Why the last attempt failed.", "the receiver answered 400"),
          required("traceId", TEXT, "The request that caused it.", "checkout-page-1"),
          required("createdAt", INSTANT, "When the event happened.", INSTANT_EXAMPLE),
          sometimes("sentAt", INSTANT, "When it was delivered.", INSTANT_EXAMPLE));
  static final ObjectSchema NOTIFICATIONS =
      ObjectSchema.of(
          "Notifications",
          required(
              "items",
              new ListSchema<>(0, AdminSchemas.LARGEST_PAGE, NOTIFICATION),
              "Oldest first.",
              List.of()),
          nullable(
              "nextCursor",
              TEXT,
              "Where the next page begins; null when this is the last.",
              "1772354400123-" + AdminSchemas.EVENT_ID_EXAMPLE));
  static final ObjectSchema REPLAYED =
      ObjectSchema.of(
          "NotificationsReplayed",
          required("replaying", COUNT, "How many are to be delivered again.", 3));

  private NotificationSchemas() {}
}
