package ordinal.projections.feed;

import java.util.Optional;
import java.util.concurrent.CompletionStage;

/** What single events say: where a message's reference leads to. */
@FunctionalInterface
public interface EventPayloads {

  /**
   * The very bytes that a message with a reference refers to; empty when this tenant has no such
   * event.
   */
  CompletionStage<Optional<byte[]>> payload(String tenantId, String orderNo, long sequenceNr);
}
