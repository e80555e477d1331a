package ordinal.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.concurrent.CompletableFuture;
import ordinal.order.OrderNumber;
import ordinal.projections.message.EventMessage;
import ordinal.projections.tail.Rows;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Where a message leads that is too large for Kafka. */
class EventPayloadTest {

  private final Api api = Api.shared();

  @AfterEach
  void mend() {
    api.views.payloadInstead = null;
  }

  @Test
  void aReferenceLeadsToTheVeryBytesThatItHasTheHashOf() throws Exception {
    var type = EventSamples.types().get(0);
    var row = Rows.of(api.system, type.persistenceId(), 7, type.whole());
    var bytes = EventMessage.payload(row);
    api.views.payloads.put("default/" + EventSamples.ORDER_NO + "/7", bytes);
    var message = Reply.JSON.readTree(EventMessage.of(row, 10).body());

    var reply = api.get(message.at("/payload/payloadRef/href").asText());

    assertThat(reply.status()).isEqualTo(200);
    assertThat(reply.header("Content-Type")).isEqualTo("application/json");
    assertThat(reply.header("X-Trace-Id")).isNotEmpty();
    assertThat(reply.text()).isEqualTo(new String(bytes, StandardCharsets.UTF_8));
    assertThat(message.at("/payload/payloadRef/size").asInt()).isEqualTo(bytes.length);
  }

  @Test
  void whatIsNoEventIsNotFound() {
    var order = "/orders/" + OrderNumber.of("default", "u1", "nobody") + "/events/";
    for (var none : new String[] {"1", "0", "01", "-1", "x", "9999999999999999999"}) {
      api.get(order + none).is(404, "A0404");
    }
    api.get("/orders/nope/events/1").is(404, "A0404");
    api.get(order + "1?x=1").faults("x");
  }

  @Test
  void aJournalThatCannotBeReadMeansTryAgain() {
    api.views.payloadInstead = CompletableFuture.failedFuture(new SQLException("no connection"));

    api.get("/orders/" + OrderNumber.of("default", "u1", "nobody") + "/events/1").is(503, "B0100");
  }
}
