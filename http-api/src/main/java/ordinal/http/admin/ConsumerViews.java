package ordinal.http.admin;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import ordinal.bridge.Consumers;
import org.jspecify.annotations.Nullable;

/** What the calls about consumers answer, field by field. {@link ConsumerSchemas} describes it. */
final class ConsumerViews {

  private ConsumerViews() {}

  record LogView(List<EntryView> items, @Nullable String nextCursor) {
    static LogView of(Consumers.LogPage page) {
      return new LogView(page.items().stream().map(EntryView::of).toList(), page.nextCursor());
    }
  }

  @JsonInclude(JsonInclude.Include.NON_NULL)
  record EntryView(
      String group,
      String topic,
      int partition,
      long offset,
      String eventId,
      String eventType,
      String bizKey,
      Consumers.Status status,
      int attempts,
      @Nullable String reason,
      long costMs,
      String traceId,
      String receivedAt,
      String updatedAt) {
    static EntryView of(Consumers.LogEntry entry) {
      return new EntryView(
          entry.group(),
          entry.topic(),
          entry.partition(),
          entry.offset(),
          entry.eventId(),
          entry.eventType(),
          entry.bizKey(),
          entry.status(),
          entry.attempts(),
          entry.reason(),
          entry.costMillis(),
          entry.traceId(),
          AdminViews.text(entry.receivedAt()),
          AdminViews.text(entry.updatedAt()));
    }
  }
}
