package ordinal.projections.feed;

import java.util.Optional;
import java.util.concurrent.CompletionStage;

/** What single events say: where a message's reference leads to. */
@FunctionalInterface
public interface EventPayloads {

  /**
   * The very bytes that a message with a reference refers to; empty when there is no such event.
   */
  CompletionStage<Optional<byte[]>> payload(String orderNo, long sequenceNr);
}
