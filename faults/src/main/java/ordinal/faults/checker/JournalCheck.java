package ordinal.faults.checker;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.zip.CRC32;

/**
 * Compares the journal with itself: numbering, order, slices, and that no request came in twice.
 */
final class JournalCheck {

  private final Journal journal;
  private final Findings findings;
  private final Map<String, String> orderByRequest = new HashMap<>();

  private JournalCheck(Journal journal, Findings findings) {
    this.journal = journal;
    this.findings = findings;
  }

  static void run(Journal journal, Findings findings) {
    var check = new JournalCheck(journal, findings);
    for (var events : journal.byEntity().values()) {
      check.numbering(events);
      check.requests(events);
      events.forEach(check::row);
    }
    journal.markers().forEach(check::marker);
    if (journal.rowsBelowHead() != journal.head()) {
      findings.add(
          Fault.HOLE_BELOW_HEAD,
          "journal_head " + journal.head(),
          "there are " + journal.rowsBelowHead() + " rows up to it");
    }
  }

  /** An entity's numbers are 1, 2, 3 and so on, in the journal's order. */
  private void numbering(List<StoredEvent> events) {
    var seen = new TreeSet<Long>();
    long highest = 0;
    for (var event : events) {
      if (!seen.add(event.sequenceNr())) {
        findings.add(Fault.JOURNAL_DOUBLE, event.name(), "again at ordering " + event.ordering());
      } else if (event.sequenceNr() < highest) {
        findings.add(
            Fault.JOURNAL_OUT_OF_ORDER,
            event.name(),
            "ordering " + event.ordering() + " is behind that of #" + highest);
      }
      highest = Math.max(highest, event.sequenceNr());
    }
    for (long nr = 1; nr < highest; nr++) {
      if (!seen.contains(nr)) {
        var of = events.get(0).bizKey();
        findings.add(Fault.JOURNAL_HOLE, of + " #" + nr, "there are events up to #" + highest);
      }
    }
  }

  private void row(StoredEvent event) {
    if (event.deleted()) wrong(event, "is marked as deleted");
    var slice = event.slice();
    if (slice == null || slice != sliceOf(event.persistenceId())) {
      wrong(event, "is in slice " + slice + ", not " + sliceOf(event.persistenceId()));
    }
    try {
      StoredEvent.JSON.readTree(event.json());
    } catch (JsonProcessingException e) {
      wrong(event, "is not JSON: " + e.getOriginalMessage());
    }
    if (event.isOfOrder() && ExpectedMessage.of(event) == null) {
      wrong(event, "has an unknown type: " + event.manifest());
    }
  }

  private long sliceOf(String persistenceId) {
    var crc = new CRC32();
    crc.update(persistenceId.getBytes(StandardCharsets.US_ASCII));
    return journal.slices() == 0 ? 0 : crc.getValue() % journal.slices();
  }

  /** An event of an entity must never meet a reader as a marker, nor a marker as an event. */
  private void marker(StoredEvent marker) {
    if (!marker.deleted() || marker.slice() != null) {
      findings.add(
          Fault.JOURNAL_ROW_WRONG,
          "marker at ordering " + marker.ordering(),
          "deleted is " + marker.deleted() + " and its slice " + marker.slice());
    }
  }

  /** What carries its own name, a request's key or a creation's, has had one effect at most. */
  private void requests(List<StoredEvent> events) {
    var keys = new HashSet<String>();
    for (var stored : events) {
      var event = stored.event();
      var key = event.path("meta").path("request").path("key").asText("");
      if (!key.isEmpty() && !keys.add(key)) {
        findings.add(Fault.APPLIED_TWICE, stored.name(), "so has an earlier event the key " + key);
      }
      if (stored.type().equals("OrderCreated")) creation(stored, event);
    }
  }

  private void creation(StoredEvent stored, JsonNode event) {
    var tenant = event.path("tenantId").asText();
    var user = event.path("userId").asText();
    var request = event.path("clientRequestId").asText();
    if (stored.sequenceNr() != 1) wrong(stored, "creates an order that is there already");
    var number = DerivedIds.ofOrder(tenant, user, request);
    if (!number.equals(stored.bizKey())) wrong(stored, "should have the number " + number);
    var before = orderByRequest.putIfAbsent(tenant + "|" + user + "|" + request, stored.name());
    if (before != null) {
      findings.add(
          Fault.APPLIED_TWICE,
          stored.name(),
          "clientRequestId " + request + " of user " + user + " made " + before + " too");
    }
  }

  private void wrong(StoredEvent event, String how) {
    findings.add(Fault.JOURNAL_ROW_WRONG, event.name() + " at ordering " + event.ordering(), how);
  }
}
