package ordinal.http.admin;

import static ordinal.http.schema.Field.nullable;
import static ordinal.http.schema.Field.optional;
import static ordinal.http.schema.Field.required;
import static ordinal.http.schema.Field.sometimes;

import java.util.List;
import java.util.Map;
import ordinal.http.schema.AnswerMap;
import ordinal.http.schema.AnswerText;
import ordinal.http.schema.AnswerValue;
import ordinal.http.schema.ChoiceSchema;
import ordinal.http.schema.Field;
import ordinal.http.schema.Fields;
import ordinal.http.schema.IdSchema;
import ordinal.http.schema.IntegerSchema;
import ordinal.http.schema.ListSchema;
import ordinal.http.schema.NameSchema;
import ordinal.http.schema.ObjectSchema;
import ordinal.http.schema.Schema;
import ordinal.projections.operation.DeadLetters;
import ordinal.projections.operation.ProjectionControl;

/** What the management port's calls take and answer. */
final class AdminSchemas {

  static final String EVENT_ID_EXAMPLE = "7Z3CDFGH7JPA5X8K2M9QWERTVB";

  /** A page that is not asked for by its size, and the largest one. */
  static final int USUAL_PAGE = 50;

  static final int LARGEST_PAGE = 500;

  /** Kafka's own limit. */
  private static final int LONGEST_TOPIC = 249;

  private static final int LONGEST_EVENT_TYPE = 100;
  private static final int LONGEST_SOURCE = 16;
  private static final long MOST = 1_000_000_000_000_000L;

  private static final Schema<String> TEXT = AnswerText.plain();
  private static final Schema<String> INSTANT = AnswerText.instant();
  private static final Schema<Long> COUNT = new IntegerSchema(0, MOST);
  private static final Schema<DeadLetters.Status> STATUS =
      ChoiceSchema.of(DeadLetters.Status.class);
  private static final String INSTANT_EXAMPLE = "2026-03-01T08:30:00.123Z";

  // The outbox.

  static final ObjectSchema OUTBOX =
      ObjectSchema.of(
          "Outbox",
          required("pending", COUNT, "Stored events that are not yet on Kafka.", 12),
          required("retrying", COUNT, "Those of them whose publisher waits to try again.", 0),
          required(
              "dead", COUNT, "Events that cannot be sent, and those that wait behind them.", 0),
          required(
              "oldestPendingAgeSeconds",
              AnswerValue.number(),
              "How long the oldest pending event waits; 0 when none does.",
              0.25),
          required(
              "lagBySlice",
              new AnswerMap<>(COUNT),
              "Pending events by slice of the journal.",
              Map.of("0", 12)));

  static final ObjectSchema RETRIED =
      ObjectSchema.of(
          "Retried", required("slices", COUNT, "How many slices' publishers were waiting.", 3));

  // Dead letters.

  static final Field<DeadLetters.Status> STATUS_FILTER =
      optional("status", STATUS, "Only those in this status.", "DEAD");
  static final Field<String> TOPIC_FILTER =
      optional(
          "topic", new NameSchema(LONGEST_TOPIC), "Only those for this topic.", "order-events");
  static final Field<String> BIZ_KEY_FILTER =
      optional(
          "bizKey",
          IdSchema.idOrNumber(),
          "Only those of this order.",
          "ORD5X8K2M9QWERTVBNZ3CDFGH7JPA");
  static final Field<String> EVENT_TYPE_FILTER =
      optional(
          "eventType", new NameSchema(LONGEST_EVENT_TYPE), "Only those of this type.", "OrderPaid");
  static final Field<String> SOURCE_FILTER =
      optional(
          "source",
          new NameSchema(LONGEST_SOURCE),
          "Only those of this source: OUTBOX, AUDIT or CONSUMER.",
          "CONSUMER");
  static final Field<Long> LIMIT =
      optional(
          "limit",
          new IntegerSchema(1, LARGEST_PAGE),
          "At most so many; " + USUAL_PAGE + " if left out.",
          USUAL_PAGE);
  static final Field<String> CURSOR =
      optional(
          "cursor",
          IdSchema.idOrNumber(),
          "Goes on behind the page that had this as its nextCursor.",
          "1772354400123-" + EVENT_ID_EXAMPLE);

  static final ObjectSchema DEAD_LETTER_QUERY =
      ObjectSchema.of(
          "DeadLetterQuery",
          STATUS_FILTER,
          TOPIC_FILTER,
          BIZ_KEY_FILTER,
          EVENT_TYPE_FILTER,
          SOURCE_FILTER,
          LIMIT,
          CURSOR);
  static final ObjectSchema REPLAY_FILTER =
      ObjectSchema.of(
          "ReplayFilter", TOPIC_FILTER, BIZ_KEY_FILTER, EVENT_TYPE_FILTER, SOURCE_FILTER);

  static final ObjectSchema DEAD_LETTER =
      ObjectSchema.of(
          "DeadLetter",
          required(
              "id",
              TEXT,
              "The event's id, or one that follows from a message's place on Kafka.",
              EVENT_ID_EXAMPLE),
          required(
              "source",
              TEXT,
              "OUTBOX or AUDIT: it could not be sent. CONSUMER: not handled.",
              "OUTBOX"),
          required("status", STATUS, "What became of it.", "DEAD"),
          required("topic", TEXT, "Where it was to go, or came from.", "order-events"),
          required("bizKey", TEXT, "Its order.", "ORD5X8K2M9QWERTVBNZ3CDFGH7JPA"),
          required("eventType", TEXT, "What happened.", "OrderPaid"),
          required("sequenceNr", COUNT, "Its place in the order's life; 0 for a message.", 4),
          required("reason", TEXT, "Why it cannot be sent or handled.", "the record is too large"),
          required("attempts", COUNT, "How often it was tried.", 1),
          required("traceId", TEXT, "The request that caused it.", "checkout-page-1"),
          required("createdAt", INSTANT, "When it was put away.", INSTANT_EXAMPLE),
          required("updatedAt", INSTANT, "When its status changed last.", INSTANT_EXAMPLE));
  static final ObjectSchema DEAD_LETTERS =
      ObjectSchema.of(
          "DeadLetters",
          required(
              "items", new ListSchema<>(0, LARGEST_PAGE, DEAD_LETTER), "Oldest first.", List.of()),
          nullable(
              "nextCursor",
              TEXT,
              "Where the next page begins; null when this is the last.",
              "1772354400123-" + EVENT_ID_EXAMPLE));
  static final ObjectSchema REPLAYED =
      ObjectSchema.of(
          "Replayed",
          required(
              "replaying",
              COUNT,
              "How many events are to be sent again: those of an order go together, in order.",
              3));

  // Projections.

  private static final ObjectSchema INSTANCE =
      ObjectSchema.of(
          "ProjectionInstance",
          required("key", TEXT, "Which slices it follows.", "0-3"),
          required("position", COUNT, "The last place in the journal that it handled.", 4711),
          required("lag", COUNT, "Events that it has not handled yet.", 0));
  private static final ObjectSchema REBUILD =
      ObjectSchema.of(
          "Rebuild",
          required("state", TEXT, "BUILDING, COMPARING, SWITCHED or FAILED.", "BUILDING"),
          required("startedAt", INSTANT, "When it began.", INSTANT_EXAMPLE),
          required("handled", COUNT, "Events handled so far.", 1000),
          required("toHandle", COUNT, "How many there are.", 4711),
          required("differences", COUNT, "Rows that the live view had otherwise.", 0),
          required("detail", TEXT, "What else there is to say.", ""));
  static final ObjectSchema PROJECTION =
      ObjectSchema.of(
          "Projection",
          required("name", TEXT, "What it is called.", "orders"),
          required(
              "state",
              ChoiceSchema.of(ProjectionControl.State.class),
              "Whether it goes on.",
              "RUNNING"),
          required("lag", COUNT, "Events stored and not yet handled.", 0),
          required(
              "instances",
              new ListSchema<>(0, Integer.MAX_VALUE, INSTANCE),
              "The parts that it is divided into.",
              List.of(Map.of("key", "0-3", "position", 4711, "lag", 0))),
          required("canRebuild", AnswerValue.flag(), "Whether it can be made anew.", true),
          sometimes("rebuild", REBUILD, "The last rebuild, if there was one.", Map.of()));
  static final Schema<List<Fields>> PROJECTIONS =
      new ListSchema<>(0, Integer.MAX_VALUE, PROJECTION);

  private AdminSchemas() {}
}
