package ordinal.http.admin;

import static ordinal.http.schema.Field.nullable;
import static ordinal.http.schema.Field.optional;
import static ordinal.http.schema.Field.required;
import static ordinal.http.schema.Field.sometimes;

import java.time.Instant;
import java.util.List;
import ordinal.cash.reconciliation.DifferenceKind;
import ordinal.cash.reconciliation.Reconciliations;
import ordinal.http.schema.AnswerText;
import ordinal.http.schema.AnswerValue;
import ordinal.http.schema.ChoiceSchema;
import ordinal.http.schema.Field;
import ordinal.http.schema.IdSchema;
import ordinal.http.schema.InstantSchema;
import ordinal.http.schema.IntegerSchema;
import ordinal.http.schema.ListSchema;
import ordinal.http.schema.ObjectSchema;
import ordinal.http.schema.Schema;
import ordinal.http.schema.TruthSchema;

/** What the calls about reconciliations take and answer. */
final class ReconciliationSchemas {

  static final String ID_EXAMPLE = "4K9WERTVBZ3CDFGH7JPA5X8K2M";

  private static final String INSTANT_EXAMPLE = "2026-03-01T08:30:00.123Z";
  private static final String ORDER_EXAMPLE = "ORD5X8K2M9QWERTVBNZ3CDFGH7JPA";
  private static final Schema<String> TEXT = AnswerText.plain();
  private static final Schema<String> INSTANT = AnswerText.instant();
  private static final Schema<Long> COUNT = new IntegerSchema(0, 1_000_000_000_000_000L);

  // What to compare.

  static final Field<Instant> FROM =
      optional(
          "from",
          new InstantSchema(),
          "What happened since then; a day before the end if left out.",
          "2026-03-01T00:00:00Z");
  static final Field<Instant> TO =
      optional(
          "to",
          new InstantSchema(),
          "What happened before then; a moment ago if left out, and never later than that.",
          "2026-03-02T00:00:00Z");
  static final Field<Boolean> REPAIR =
      optional(
          "repair",
          new TruthSchema(),
          "Whether to put right what can be, which is usual, or only to tell.",
          true);
  static final ObjectSchema REQUEST = ObjectSchema.of("ReconciliationRequest", FROM, TO, REPAIR);

  // Runs.

  static final ObjectSchema RUN =
      ObjectSchema.of(
          "Reconciliation",
          required("id", TEXT, "Its name.", ID_EXAMPLE),
          required(
              "cause",
              ChoiceSchema.of(Reconciliations.Cause.class),
              "Why there was one.",
              "REQUESTED"),
          required(
              "state",
              ChoiceSchema.of(Reconciliations.State.class),
              "Whether it goes on; FAILED has not compared all that it should have.",
              "DONE"),
          required("repair", AnswerValue.flag(), "Whether it repairs or only tells.", true),
          required("from", INSTANT, "It compares what happened since then,", INSTANT_EXAMPLE),
          required("to", INSTANT, "and before then.", INSTANT_EXAMPLE),
          required("startedAt", INSTANT, "When it began.", INSTANT_EXAMPLE),
          sometimes("endedAt", INSTANT, "When it ended.", INSTANT_EXAMPLE),
          required("checked", COUNT, "Places of the journal compared so far.", 4711),
          required("toCheck", COUNT, "How many there are.", 4711),
          required("differences", COUNT, "What was found.", 2),
          required("repaired", COUNT, "How many of them were put right.", 1),
          sometimes("detail", TEXT, "What else there is to say.", "not compared: deliveries"));

  static final Field<String> CURSOR =
      optional(
          "cursor",
          IdSchema.idOrNumber(),
          "Goes on behind the page that had this as its nextCursor.",
          "1772354400123-" + ID_EXAMPLE);
  static final ObjectSchema LIST_QUERY =
      ObjectSchema.of("ReconciliationQuery", AdminSchemas.LIMIT, CURSOR);
  static final ObjectSchema RUNS =
      ObjectSchema.of(
          "Reconciliations",
          required(
              "items",
              new ListSchema<>(0, AdminSchemas.LARGEST_PAGE, RUN),
              "Newest first.",
              List.of()),
          nullable(
              "nextCursor",
              TEXT,
              "Where the next page begins; null when this is the last.",
              "1772354400123-" + ID_EXAMPLE));

  // What was found.

  private static final ObjectSchema DIFFERENCE =
      ObjectSchema.of(
          "Difference",
          required("no", COUNT, "Counts the differences of a run from 1.", 1),
          required("kind", ChoiceSchema.of(DifferenceKind.class), "Which books differ.", "VIEW"),
          required("subject", TEXT, "An order, an account, an event.", ORDER_EXAMPLE),
          required("expected", TEXT, "What should be there.", "order_view.status=PAID"),
          required("found", TEXT, "What is there.", "order_view.status=CREATED"),
          required(
              "action",
              ChoiceSchema.of(Reconciliations.Action.class),
              "What was done: REPAIRED; ALERTED, which needs a person; FAILED, which the next run"
                  + " tries again; FOUND, because the run was only to tell.",
              "REPAIRED"),
          sometimes("detail", TEXT, "How, or why not.", "its rows were written anew"));

  static final Field<Long> AFTER =
      optional(
          "cursor",
          new IntegerSchema(0, 1_000_000_000_000_000L),
          "Goes on behind the page that had this as its nextCursor.",
          50);
  static final ObjectSchema DIFFERENCE_QUERY =
      ObjectSchema.of("DifferenceQuery", AdminSchemas.LIMIT, AFTER);
  static final ObjectSchema DIFFERENCES =
      ObjectSchema.of(
          "Differences",
          required(
              "items",
              new ListSchema<>(0, AdminSchemas.LARGEST_PAGE, DIFFERENCE),
              "In the order in which they were found.",
              List.of()),
          nullable(
              "nextCursor", COUNT, "Where the next page begins; null when this is the last.", 50));

  private ReconciliationSchemas() {}
}
