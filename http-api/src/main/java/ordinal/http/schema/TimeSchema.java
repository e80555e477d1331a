package ordinal.http.schema;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A moment, as RFC 3339 writes it. At most three decimals: what is stored and shown has no more,
 * and must not differ from what was said.
 */
public record TimeSchema() implements Schema<Instant> {

  private static final String FORM =
      "[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}([.][0-9]{1,3})?"
          + "(Z|[+-][0-9]{2}:[0-9]{2})";
  private static final Pattern WRITTEN = Pattern.compile(FORM);
  private static final Instant LAST = Instant.parse("9999-12-31T00:00:00Z");

  @Override
  public @Nullable Instant check(JsonValue value, String path, Faults faults) {
    var moment = value instanceof JsonValue.Text text ? read(text.value()) : null;
    if (moment != null) return moment;
    faults.add(
        path,
        "must be a time from 1970 to 9999, such as 2026-12-31T23:59:59Z, with at most three"
            + " decimals");
    return null;
  }

  private static @Nullable Instant read(String text) {
    if (!WRITTEN.matcher(text).matches()) return null;
    try {
      var moment = OffsetDateTime.parse(text).toInstant();
      return moment.isBefore(Instant.EPOCH) || moment.isAfter(LAST) ? null : moment;
    } catch (DateTimeException e) {
      return null;
    }
  }

  @Override
  public ObjectNode describe(Definitions definitions) {
    return Schema.node("string").put("format", "date-time").put("pattern", "^" + FORM + "$");
  }
}
