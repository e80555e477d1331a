package ordinal.cash.notifications;

import java.util.concurrent.CompletionStage;

/**
 * Hands notifications of one channel to whoever delivers them. The same one may come again, with
 * the same id, when an answer was lost: who must not deliver it twice goes by the id.
 */
@FunctionalInterface
public interface Notifier {

  /** Ends in a time of its own, however long the other side takes. */
  CompletionStage<Delivery> send(Notification notification);

  /** What the other side made of it. */
  sealed interface Delivery {}

  /** It is theirs now. */
  record Delivered() implements Delivery {}

  /** It may go better later. */
  record Failed(String reason) implements Delivery {}

  /** It will never be taken. */
  record Refused(String reason) implements Delivery {}
}
