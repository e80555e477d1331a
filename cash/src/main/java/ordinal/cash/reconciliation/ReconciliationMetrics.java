package ordinal.cash.reconciliation;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.EnumMap;
import java.util.Map;
import ordinal.cash.reconciliation.Reconciliations.Action;
import ordinal.cash.reconciliation.Reconciliations.State;
import org.jspecify.annotations.Nullable;

/** What the runs of this node count. */
final class ReconciliationMetrics {

  private final Map<Action, Counter> differences = new EnumMap<>(Action.class);
  private final Map<State, Counter> runs = new EnumMap<>(State.class);

  ReconciliationMetrics(MeterRegistry registry) {
    for (var action : Action.values()) {
      differences.put(
          action,
          Counter.builder("reconciliation.difference")
              .description("Differences that reconciliation has found, by what was done.")
              .tag("action", action.name())
              .register(registry));
    }
    for (var state : State.values()) {
      if (state == State.RUNNING) continue;
      runs.put(
          state,
          Counter.builder("reconciliation.run")
              .description("Reconciliations that have ended, by how.")
              .tag("state", state.name())
              .register(registry));
    }
  }

  void difference(Action action) {
    increment(differences.get(action));
  }

  void ended(State state) {
    increment(runs.get(state));
  }

  private static void increment(@Nullable Counter counter) {
    if (counter != null) counter.increment();
  }
}
