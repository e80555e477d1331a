package ordinal.bridge;

import java.util.concurrent.CompletionStage;

/** Whom the messages of a topic are for. */
public interface MessageTarget {

  /** What is none of our business is not even looked at further. */
  boolean isFor(String eventType) throws Unusable;

  /**
   * Handles it; that may be done again, and then has no further effect. A stage that fails means
   * that nobody knows.
   */
  CompletionStage<Outcome> handle(Message message) throws Unusable;
}
