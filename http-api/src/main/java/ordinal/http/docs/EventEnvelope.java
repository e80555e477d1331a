package ordinal.http.docs;

import static ordinal.http.schema.Field.required;
import static ordinal.http.schema.Field.sometimes;

import java.util.List;
import ordinal.http.schema.AnswerText;
import ordinal.http.schema.IdSchema;
import ordinal.http.schema.IntegerSchema;
import ordinal.http.schema.ObjectSchema;
import ordinal.http.schema.Schema;
import ordinal.http.schema.WordSchema;

/**
 * What all events have in common on Kafka, whatever they are of.
 *
 * @param name distinguishes the headers of one kind of aggregate from another's
 * @param source who sends them
 * @param key the aggregate's id
 * @param keyMeans what that is, for people
 */
public record EventEnvelope(
    String name, String source, Schema<String> key, String keyMeans, String keyExample) {

  private static final Schema<String> ID = IdSchema.id();
  private static final Schema<String> TEXT = AnswerText.plain();
  private static final Schema<String> INSTANT = AnswerText.instant();
  private static final String INSTANT_EXAMPLE = "2026-05-01T10:00:00.250Z";
  private static final String EVENT_ID_EXAMPLE = "7Z3CDFGH7JPA5X8K2M9QWERTVB";
  private static final String TRACE_EXAMPLE = "checkout-page-1";
  private static final long MOST_EVENTS = 1_000_000_000_000L;

  /** CloudEvents in binary mode, and what Ordinal itself goes by. */
  public ObjectSchema headers(String eventTypeExample) {
    return ObjectSchema.of(
        name + "Headers",
        required("ce_specversion", new WordSchema("1.0"), "CloudEvents 1.0.", "1.0"),
        required("ce_id", ID, "The body's eventId.", EVENT_ID_EXAMPLE),
        required("ce_type", TEXT, "What kind of event.", eventTypeExample),
        required("ce_source", new WordSchema(source), "Who sent it.", source),
        required("ce_subject", key, keyMeans, keyExample),
        required("ce_time", INSTANT, "The body's occurredAt.", INSTANT_EXAMPLE),
        required("ce_tenantid", ID, "The body's tenantId.", "default"),
        sometimes("ce_storeid", ID, "Which store, where the event names one itself.", "store-7"),
        required("content-type", TEXT, "Of the body.", "application/json"),
        required(
            "traceparent",
            TEXT,
            "W3C trace context of the request that caused it.",
            "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"),
        required("X-Trace-Id", TEXT, "The body's traceId.", TRACE_EXAMPLE),
        required("ordinal-ordering", TEXT, "Its place in the journal, in digits.", "4711"),
        required("ordinal-journal", TEXT, "Which journal that is.", "3f2a9c04d1e7"));
  }

  /**
   * A record's body.
   *
   * @param payload what the event says; {@code example} is one
   */
  public Topic.Message message(
      String eventType, String summary, long version, Schema<?> payload, Object example) {
    var body =
        ObjectSchema.of(
            eventType,
            required("eventId", ID, "The same on every path.", EVENT_ID_EXAMPLE),
            required("eventType", new WordSchema(eventType), "What kind of event.", eventType),
            required("bizKey", key, keyMeans, keyExample),
            required("schemaVersion", new IntegerSchema(version, version), "Of this form.", 1),
            required("sequenceNr", new IntegerSchema(1, MOST_EVENTS), "Its place in its life.", 1),
            required("occurredAt", INSTANT, "When.", INSTANT_EXAMPLE),
            required("traceId", TEXT, "The request that caused it.", TRACE_EXAMPLE),
            required("tenantId", ID, "Whose shop it is.", "default"),
            required("payload", payload, "What happened.", example));
    return new Topic.Message(eventType, summary + ".", body);
  }

  /** A topic of these. */
  public Topic topic(
      String topic, int partitions, String description, List<Topic.Message> messages) {
    return new Topic(
        topic, partitions, description, key, headers(messages.get(0).name()), messages);
  }
}
