package ordinal.bridge;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.time.Instant;
import java.util.List;
import ordinal.bridge.Received.Origin;
import ordinal.kernel.TraceContext;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.junit.jupiter.api.Test;

/** What a message that is none of its target's business leaves behind. */
class RoundTest {

  private static Round after(Origin origin) {
    var received =
        new Received(
            origin, new TopicPartition("order-events", 3), 7, 0, null, null, new RecordHeaders());
    var message =
        new Message(
            "e-1",
            "OrderCanceled",
            "ORD-1",
            2,
            TraceContext.fresh(),
            JsonNodeFactory.instance.objectNode());
    var round = new Round(Instant.EPOCH, List.of());
    round.add(new Handled(received, message, new Outcome.Skipped(), 1, 0));
    return round;
  }

  @Test
  void aSkippedMessageLeavesNoTrace() {
    assertThat(after(Origin.NEW).log).isEmpty();
  }

  @Test
  void oneThatWaitedOrWasDeadIsOver() {
    assertThat(after(Origin.PARKED).unparked).hasSize(1);
    assertThat(after(Origin.REPLAYED).revived).hasSize(1);
  }
}
