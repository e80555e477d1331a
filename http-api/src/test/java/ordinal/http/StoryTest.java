package ordinal.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.sql.SQLException;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import ordinal.cash.story.StoryEntry;
import ordinal.cash.story.StoryEntry.Source;
import ordinal.order.OrderNumber;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** An order's story over HTTP; who tells it is stood in for. */
class StoryTest {

  private static final Instant AT = Instant.parse("2026-03-01T08:30:00.123Z");

  private final Api api = Api.shared();

  @AfterEach
  void mend() {
    api.views.storyInstead = null;
  }

  private static String orderNo() {
    return OrderNumber.of("default", "u1", "story-" + Api.fresh());
  }

  @Test
  void everyEntryHasItsDetailsBesideTimeSourceAndTrace() {
    var orderNo = orderNo();
    var details = new LinkedHashMap<String, Object>();
    details.put("entityId", "wallet/default/u1");
    details.put("amount", new BigDecimal("7.50"));
    details.put("sequenceNr", 4L);
    api.views.stories.put(
        "default " + orderNo,
        List.of(
            new StoryEntry(AT, Source.HTTP, "checkoutOrder", Map.of(), "t-1"),
            new StoryEntry(AT, Source.ASSETS, "WalletFrozen", details, "t-1")));

    var story = api.get("/orders/" + orderNo + "/story").is(200, "00000").data();

    assertThat(story).hasSize(2);
    assertThat(story.get(0).toString())
        .isEqualTo(
            """
            {"at":"2026-03-01T08:30:00.123Z","source":"HTTP","what":"checkoutOrder",\
            "traceId":"t-1"}""");
    assertThat(story.get(1).get("entityId").asText()).isEqualTo("wallet/default/u1");
    assertThat(story.get(1).get("amount").decimalValue()).isEqualByComparingTo("7.50");
    assertThat(story.get(1).get("sequenceNr").asLong()).isEqualTo(4);
  }

  @Test
  void anOrderThatIsNotThereHasNoStoryNorHasAnotherTenants() {
    var orderNo = orderNo();
    api.views.stories.put(
        "default " + orderNo,
        List.of(new StoryEntry(AT, Source.HTTP, "createOrder", Map.of(), "t-1")));

    api.get("/orders/" + orderNo + "/story", "X-Tenant-Id", "acme").is(404, "A0404");
    api.get("/orders/" + orderNo() + "/story").is(404, "A0404");
    api.get("/orders/nope/story").is(404, "A0404");
  }

  @Test
  void whatCannotBeToldNowMayBeToldLater() {
    api.views.storyInstead = CompletableFuture.failedFuture(new SQLException("no connection"));

    api.get("/orders/" + orderNo() + "/story").is(503, "B0100");
  }
}
