package ordinal.faults.checker;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;

/**
 * Holds every answer against the journal: the event that it spoke of is there, under the number it
 * named, and the order then stood where it said. A marker in an event's place shows here too: the
 * event is missing.
 */
final class AcknowledgedCheck {

  private final Journal journal;
  private final Findings findings;
  private final Map<String, List<OrderFold.Step>> steps = new HashMap<>();

  private AcknowledgedCheck(Journal journal, Findings findings) {
    this.journal = journal;
    this.findings = findings;
  }

  static void run(List<Acknowledged> answers, Journal journal, Findings findings) {
    var check = new AcknowledgedCheck(journal, findings);
    for (var answer : answers) {
      if (answer.isDone()) {
        check.done(answer);
      } else {
        check.refused(answer);
      }
    }
  }

  private void refused(Acknowledged answer) {
    findings.add(
        answer.httpStatus() == 404 ? Fault.ORDER_DENIED : Fault.REFUSED_WRONGLY,
        name(answer),
        "answered with " + answer.httpStatus() + " " + answer.code());
  }

  private void done(Acknowledged answer) {
    var events = journal.of(answer.orderNo());
    boolean there = events.stream().anyMatch(e -> e.sequenceNr() == answer.version());
    if (!there) {
      findings.add(
          Fault.ACKNOWLEDGED_NOT_IN_JOURNAL,
          name(answer),
          "the journal has %d events of it, and %d markers in all"
              .formatted(events.size(), journal.markers().size()));
      return;
    }
    var of = steps.computeIfAbsent(answer.orderNo(), no -> OrderFold.of(events));
    of.stream()
        .filter(step -> step.stored().sequenceNr() == answer.version())
        .findFirst() // None behind a wrong row, which is named elsewhere.
        .ifPresent(step -> compare(answer, step, of.get(0).event()));
  }

  private void compare(Acknowledged answer, OrderFold.Step step, JsonNode created) {
    if (!Objects.equals(answer.status(), step.to())) {
      otherwise(answer, "status " + answer.status() + " was said, the events say " + step.to());
    }
    var total = answer.totalMinor();
    if (total != null && total != created.path("totalMinor").asLong()) {
      otherwise(
          answer, "a total of " + total + " was said, stored is " + created.path("totalMinor"));
    }
    // A repeat may speak of another request's event: an order canceled twice was canceled once.
    var key = step.event().path("meta").path("request").path("key").textValue();
    if (answer.storedKey() != null && !answer.replayed() && !answer.storedKey().equals(key)) {
      otherwise(answer, "the event is not of " + answer.storedKey() + " but of " + key);
    }
    if (answer.request().equals(Acknowledged.CREATE)) creation(answer, created);
  }

  private void creation(Acknowledged answer, JsonNode created) {
    said(answer, "clientRequestId", answer.key(), created.path("clientRequestId").asText());
    said(answer, "userId", answer.userId(), created.path("userId").asText());
    said(answer, "items", answer.contents(), contents(created));
  }

  private void said(Acknowledged answer, String field, @Nullable String said, String is) {
    if (said != null && !said.equals(is)) {
      otherwise(answer, field + " " + said + " was said, stored is " + is);
    }
  }

  private static String contents(JsonNode created) {
    var items = new StringJoiner(",");
    for (var item : created.path("items")) {
      items.add(
          "%s:%d:%d"
              .formatted(
                  item.path("skuId").asText(),
                  item.path("quantity").asLong(),
                  item.path("unitPriceMinor").asLong()));
    }
    return items.toString();
  }

  private void otherwise(Acknowledged answer, String how) {
    findings.add(Fault.ACKNOWLEDGED_OTHERWISE, name(answer), how);
  }

  private static String name(Acknowledged answer) {
    return "%s #%d (%s %s)"
        .formatted(answer.orderNo(), answer.version(), answer.request(), answer.key());
  }
}
