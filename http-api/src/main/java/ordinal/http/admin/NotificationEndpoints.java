package ordinal.http.admin;

import static ordinal.kernel.ErrorCode.NOT_FOUND;
import static ordinal.kernel.ErrorCode.NOT_SIGNED_IN;

import java.util.List;
import ordinal.http.serving.Endpoint;

/**
 * What people are told, for those who run Ordinal.
 *
 * <pre>
 * GET  /admin/notifications               what people were told, or could not be
 * GET  /admin/notifications/{id}          one of them
 * POST /admin/notifications/{id}/replay   tell it after all
 * POST /admin/notifications/replay        the same for all that match
 * </pre>
 */
final class NotificationEndpoints {

  private NotificationEndpoints() {}

  static List<Endpoint> of(NotificationCalls calls) {
    return List.of(
        Endpoint.get(
                "/admin/notifications",
                "listNotifications",
                "What people were told, and what could not be delivered")
            .asking(NotificationSchemas.QUERY)
            .answering(NotificationSchemas.NOTIFICATIONS, 200)
            .refusing(NOT_SIGNED_IN)
            .by(calls::list),
        one(Endpoint.get("/admin/notifications/{id}", "getNotification", "One of them"))
            .answering(NotificationSchemas.NOTIFICATION, 200)
            .by(calls::one),
        one(Endpoint.post(
                "/admin/notifications/{id}/replay",
                "replayNotification",
                "Deliver one after all that was given up"))
            .answering(NotificationSchemas.REPLAYED, 200)
            .by(calls::replay),
        Endpoint.post(
                "/admin/notifications/replay", "replayNotifications", "The same for all of them")
            .taking(NotificationSchemas.REPLAY_FILTER)
            .answering(NotificationSchemas.REPLAYED, 200)
            .refusing(NOT_SIGNED_IN)
            .by(calls::replayAll));
  }

  private static Endpoint.Builder one(Endpoint.Builder endpoint) {
    return endpoint
        .at("id", "The notification's id.", AdminSchemas.EVENT_ID_EXAMPLE)
        .refusing(NOT_SIGNED_IN, NOT_FOUND);
  }
}
