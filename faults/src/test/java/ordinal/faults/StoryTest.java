package ordinal.faults;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import ordinal.faults.Http.Answer;
import ordinal.faults.Http.Call;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StoryTest {

  @Test
  void theSameSeedAsksForTheSame() {
    assertThat(told(1, 0, "CREATED")).isEqualTo(told(1, 0, "CREATED"));
    assertThat(told(1, 0, "CREATED")).isNotEqualTo(told(1, 1, "CREATED"));
    assertThat(told(1, 0, "CREATED")).isNotEqualTo(told(2, 0, "CREATED"));
  }

  @Test
  void everyKindOfRequestComesUpSomewhere() {
    var kinds =
        Stream.of("CREATED", "STOCK_RESERVED", "WAIT_PAY", "CANCELED", "REFUNDING", "PAID")
            .flatMap(status -> told(5, 0, status).stream())
            .map(Call::request)
            .collect(Collectors.toSet());

    assertThat(kinds)
        .containsExactlyInAnyOrder(
            "create",
            "reuse",
            "show",
            "cancel",
            "checkout",
            "payment",
            "complete",
            "refunds",
            "refundResult");
  }

  @Test
  void aRepeatIsTheSameRequestAndEveryOtherHasItsOwnKey() {
    var calls = told(3, 0, "CREATED");

    var distinct = new HashSet<>(calls);
    assertThat(distinct.size()).as("repeats").isLessThan(calls.size());
    assertThat(distinct.stream().map(Call::storedKey).filter(key -> key != null))
        .doesNotHaveDuplicates();
  }

  @Test
  void roundAmountsAreWrittenOut() throws Exception {
    var answer = Http.JSON.readTree("{\"totalAmount\":6780.00}");
    var body = Http.JSON.createObjectNode().put("unitPrice", BigDecimal.valueOf(100_000, 2));
    body.set("amount", answer.path("totalAmount"));

    assertThat(Http.JSON.writeValueAsString(body)).doesNotContainIgnoringCase("e+");
  }

  @Test
  void onlyAnswersThatCanBeReliedOnAndUnearnedRefusalsAreWrittenDown(@TempDir Path folder)
      throws Exception {
    var file = folder.resolve("log.jsonl");
    var story = new Story(1, 0);
    var calls = new ArrayList<Call>();
    story.tell(
        call -> {
          calls.add(call);
          return null;
        });
    var create = calls.get(0);
    var reuse = new Call("reuse", "/orders", create.body(), null, "k", null, true);
    try (var log = new AcknowledgedLog(file)) {
      log.write(create, answer(201, "00000", "CREATED"), story);
      log.write(create, answer(422, "A0402", ""), story);
      log.write(reuse, answer(422, "A0402", ""), story);
      log.write(create, answer(409, "A0409", ""), story);
      log.write(create, answer(404, "A0404", ""), story);
    }

    assertThat(file).content().hasLineCount(3);
    assertThat(file).content().contains("\"httpStatus\":201", "\"contents\":\"sku-");
    assertThat(file).content().contains("\"httpStatus\":422", "\"httpStatus\":404");
  }

  /** What is asked in a hundred lives if the order always stands there. */
  private static List<Call> told(long seed, int caller, String status) {
    var story = new Story(seed, caller);
    var calls = new ArrayList<Call>();
    for (int i = 0; i < 100; i++) {
      story.tell(
          call -> {
            calls.add(call);
            return answer(200, "00000", status);
          });
    }
    return calls;
  }

  private static Answer answer(int httpStatus, String code, String status) {
    ObjectNode order = Http.JSON.createObjectNode();
    order.put("orderNo", "ORDX").put("version", 1).put("status", status);
    order.put("totalAmount", new BigDecimal("10.00")).put("refundId", "REFX-1");
    return new Answer(httpStatus, code, order, false);
  }
}
