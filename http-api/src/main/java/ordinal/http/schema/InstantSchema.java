package ordinal.http.schema;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import org.jspecify.annotations.Nullable;

/** A moment as RFC 3339 writes it, in any zone: {@code 2026-03-01T08:30:00Z}. */
public record InstantSchema() implements Schema<Instant> {

  private static final String RULE =
      "must be a date and time with its zone, from 1970 to 9999, such as 2026-03-01T08:30:00Z";
  private static final Instant END = Instant.parse("9999-12-31T00:00:00Z");

  @Override
  public @Nullable Instant check(JsonValue value, String path, Faults faults) {
    var moment = value instanceof JsonValue.Text text ? read(text.value()) : null;
    if (moment == null) faults.add(path, RULE);
    return moment;
  }

  private static @Nullable Instant read(String text) {
    try {
      var moment = OffsetDateTime.parse(text).toInstant();
      return moment.isBefore(Instant.EPOCH) || moment.isAfter(END) ? null : moment;
    } catch (DateTimeException e) {
      return null;
    }
  }

  @Override
  public ObjectNode describe(Definitions definitions) {
    return Schema.node("string").put("format", "date-time");
  }
}
