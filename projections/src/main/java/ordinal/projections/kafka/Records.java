package ordinal.projections.kafka;

import static ordinal.projections.kafka.SliceProducer.text;

import ordinal.projections.message.EventMessage;
import ordinal.projections.tail.JournalRow;
import org.apache.kafka.clients.producer.ProducerRecord;

/**
 * Events as Kafka records: CloudEvents in binary mode, with the trace they belong to, and where in
 * which journal they are stored.
 */
public final class Records {

  /** The journal's ordering, in decimal digits. */
  public static final String ORDERING = "ordinal-ordering";

  /** Which journal that ordering is of. */
  public static final String JOURNAL = "ordinal-journal";

  private static final byte[] JSON = text("application/json");
  private static final byte[] SPEC_VERSION = text("1.0");

  private final byte[] journalId;
  private final int referenceAbove;

  Records(String journalId, int referenceAbove) {
    this.journalId = text(journalId);
    this.referenceAbove = referenceAbove;
  }

  /** Fails with an {@code UnreadableEvent} when the row does not hold an event that we know. */
  ProducerRecord<String, byte[]> of(JournalRow row) {
    var message = EventMessage.of(row, referenceAbove);
    var record = new ProducerRecord<>(message.topic(), message.bizKey(), message.body());
    var headers = record.headers();
    headers.add("ce_specversion", SPEC_VERSION);
    headers.add("ce_id", text(message.eventId()));
    headers.add("ce_type", text(message.eventType()));
    headers.add("ce_source", text(message.source()));
    headers.add("ce_subject", text(message.bizKey()));
    headers.add("ce_time", text(message.occurredAt().toString()));
    headers.add("ce_tenantid", text(message.tenantId()));
    var storeId = message.storeId();
    if (storeId != null) headers.add("ce_storeid", text(storeId));
    headers.add("content-type", JSON);
    headers.add("traceparent", text(message.trace().traceparent()));
    headers.add("X-Trace-Id", text(message.trace().traceId()));
    headers.add(ORDERING, text(Long.toString(row.ordering())));
    headers.add(JOURNAL, journalId);
    return record;
  }
}
