package ordinal.http.admin;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.SortedMap;
import ordinal.projections.operation.DeadLetters;
import ordinal.projections.operation.Outbox;
import ordinal.projections.operation.ProjectionControl;
import org.jspecify.annotations.Nullable;

/**
 * What the calls answer, field by field. {@link AdminSchemas} describes it; what operation calls
 * its things may change without callers noticing.
 */
final class AdminViews {

  private AdminViews() {}

  record OutboxView(
      long pending,
      long retrying,
      long dead,
      double oldestPendingAgeSeconds,
      SortedMap<Integer, Long> lagBySlice) {
    static OutboxView of(Outbox.Status status) {
      return new OutboxView(
          status.pending(),
          status.retrying(),
          status.dead(),
          status.oldestPendingAgeSeconds(),
          status.lagBySlice());
    }
  }

  record Retried(int slices) {}

  record Replayed(int replaying) {}

  record DeadLetterView(
      String id,
      String source,
      DeadLetters.Status status,
      String topic,
      String bizKey,
      String eventType,
      long sequenceNr,
      String reason,
      int attempts,
      String traceId,
      String createdAt,
      String updatedAt) {
    static DeadLetterView of(DeadLetters.DeadLetter letter) {
      return new DeadLetterView(
          letter.id(),
          letter.source(),
          letter.status(),
          letter.topic(),
          letter.bizKey(),
          letter.eventType(),
          letter.sequenceNr(),
          letter.reason(),
          letter.attempts(),
          letter.traceId(),
          text(letter.createdAt()),
          text(letter.updatedAt()));
    }
  }

  record DeadLettersView(List<DeadLetterView> items, @Nullable String nextCursor) {
    static DeadLettersView of(DeadLetters.Page page) {
      return new DeadLettersView(
          page.items().stream().map(DeadLetterView::of).toList(), page.nextCursor());
    }
  }

  @JsonInclude(JsonInclude.Include.NON_NULL)
  record ProjectionView(
      String name,
      ProjectionControl.State state,
      long lag,
      List<ProjectionControl.Instance> instances,
      boolean canRebuild,
      ProjectionControl.@Nullable Rebuild rebuild) {
    static ProjectionView of(ProjectionControl.Status status) {
      return new ProjectionView(
          status.name(),
          status.state(),
          status.lag(),
          status.instances(),
          status.canRebuild(),
          status.rebuild());
    }
  }

  static String text(Instant instant) {
    return instant.truncatedTo(ChronoUnit.MILLIS).toString();
  }
}
