package ordinal.faults.checker;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Holds the topic against the journal: every event once, unaltered, in order within its key, and
 * nothing else.
 */
final class TopicCheck {

  private final Findings findings;
  private final Map<String, StoredEvent> byId = new HashMap<>();

  /** Where each event was found first, by its ordering. */
  private final Map<Long, SentRecord> places = new HashMap<>();

  private final Set<String> seen = new HashSet<>();
  private final Map<String, Long> highest = new HashMap<>();
  private final Map<String, Integer> partitions = new HashMap<>();

  private TopicCheck(Findings findings) {
    this.findings = findings;
  }

  /** Returns where each event is on Kafka, by its ordering. */
  static Map<Long, SentRecord> run(List<SentRecord> records, Journal journal, Findings findings) {
    var check = new TopicCheck(findings);
    journal.byEntity().values().stream()
        .flatMap(List::stream)
        .filter(StoredEvent::isOfOrder)
        .forEach(event -> check.byId.put(event.eventId(), event));
    records.forEach(check::record);
    for (var event : check.byId.values()) {
      if (!check.places.containsKey(event.ordering())) {
        findings.add(
            Fault.NOT_ON_KAFKA,
            event.name(),
            event.type() + " at ordering " + event.ordering() + ", id " + event.eventId());
      }
    }
    return check.places;
  }

  private void record(SentRecord record) {
    JsonNode body;
    try {
      body = StoredEvent.JSON.readTree(record.body());
    } catch (JsonProcessingException e) {
      findings.add(Fault.RECORD_DIFFERS, record.place(), "its value is not JSON");
      return;
    }
    var id = body.path("eventId").asText();
    var name = "%s #%s at %s".formatted(record.key(), body.path("sequenceNr"), record.place());
    boolean again = !seen.add("id " + id);
    again |= !seen.add("nr " + record.key() + " " + body.path("sequenceNr"));
    var event = byId.get(id);
    if (again) {
      findings.add(Fault.DOUBLED_ON_KAFKA, name, "event " + id + " or its number was there before");
    } else if (event == null) {
      findings.add(Fault.RECORD_WITHOUT_EVENT, name, "no event of the journal has the id " + id);
    }
    if (event != null) {
      places.putIfAbsent(event.ordering(), record);
      compare(name, record, body, event);
    }
    if (!again) order(name, record, body.path("sequenceNr").asLong());
  }

  private void compare(String name, SentRecord record, JsonNode body, StoredEvent event) {
    var expected = ExpectedMessage.of(event);
    if (expected == null) return; // An unknown type, named where the journal is checked.
    var differences = new ArrayList<>(JsonDifference.between(expected, body));
    header(differences, "key", record.key(), event.bizKey());
    header(differences, "ce_id", record.ceId(), event.eventId());
    header(differences, "X-Trace-Id", record.traceId(), ExpectedMessage.traceId(event.event()));
    header(differences, "ordinal-ordering", record.ordering(), Long.toString(event.ordering()));
    if (!differences.isEmpty()) {
      findings.add(Fault.RECORD_DIFFERS, name, String.join("; ", differences));
    }
  }

  private static void header(
      List<String> differences, String name, @Nullable String actual, String expected) {
    if (!expected.equals(actual)) {
      differences.add(name + " is " + actual + ", not " + expected);
    }
  }

  /** Records come in the order of their partition; of one key they must be of one partition. */
  private void order(String name, SentRecord record, long sequenceNr) {
    var key = String.valueOf(record.key());
    var partition = partitions.putIfAbsent(key, record.partition());
    if (partition != null && partition != record.partition()) {
      findings.add(Fault.SEVERAL_PARTITIONS, name, "the key is in partition " + partition + " too");
      return;
    }
    long before = highest.merge(key, sequenceNr, Math::max);
    if (before > sequenceNr) {
      findings.add(Fault.OUT_OF_ORDER_ON_KAFKA, name, "#" + before + " stands before it");
    }
  }
}
