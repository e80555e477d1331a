package ordinal.http.admin;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import ordinal.cash.reconciliation.DifferenceKind;
import ordinal.cash.reconciliation.Reconciliations;
import org.jspecify.annotations.Nullable;

/**
 * What the calls about reconciliations answer, field by field. {@link ReconciliationSchemas}
 * describes it.
 */
final class ReconciliationViews {

  private ReconciliationViews() {}

  @JsonInclude(JsonInclude.Include.NON_NULL)
  record RunView(
      String id,
      Reconciliations.Cause cause,
      Reconciliations.State state,
      boolean repair,
      String from,
      String to,
      String startedAt,
      @Nullable String endedAt,
      long checked,
      long toCheck,
      long differences,
      long repaired,
      @Nullable String detail) {
    static RunView of(Reconciliations.Run run) {
      var endedAt = run.endedAt();
      return new RunView(
          run.id(),
          run.cause(),
          run.state(),
          run.repair(),
          AdminViews.text(run.from()),
          AdminViews.text(run.to()),
          AdminViews.text(run.startedAt()),
          endedAt == null ? null : AdminViews.text(endedAt),
          run.checked(),
          run.toCheck(),
          run.differences(),
          run.repaired(),
          run.detail());
    }
  }

  record RunsView(List<RunView> items, @Nullable String nextCursor) {
    static RunsView of(Reconciliations.Page page) {
      return new RunsView(page.items().stream().map(RunView::of).toList(), page.nextCursor());
    }
  }

  @JsonInclude(JsonInclude.Include.NON_NULL)
  record DifferenceView(
      long no,
      DifferenceKind kind,
      String subject,
      String expected,
      String found,
      Reconciliations.Action action,
      @Nullable String detail) {
    static DifferenceView of(Reconciliations.Difference one) {
      return new DifferenceView(
          one.no(),
          one.kind(),
          one.subject(),
          one.expected(),
          one.found(),
          one.action(),
          one.detail());
    }
  }

  record DifferencesView(List<DifferenceView> items, @Nullable Long nextCursor) {
    static DifferencesView of(List<Reconciliations.Difference> found, int limit) {
      boolean isLast = found.size() < limit;
      return new DifferencesView(
          found.stream().map(DifferenceView::of).toList(),
          isLast ? null : found.get(found.size() - 1).no());
    }
  }
}
