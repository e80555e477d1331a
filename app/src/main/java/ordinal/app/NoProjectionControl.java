package ordinal.app;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import ordinal.projections.operation.ProjectionControl;

/** Stands where the control of the views will be: there are none yet. */
final class NoProjectionControl implements ProjectionControl {

  @Override
  public CompletionStage<List<Status>> list() {
    return CompletableFuture.completedFuture(List.of());
  }

  @Override
  public CompletionStage<Optional<Status>> pause(String name) {
    return CompletableFuture.completedFuture(Optional.empty());
  }

  @Override
  public CompletionStage<Optional<Status>> resume(String name) {
    return CompletableFuture.completedFuture(Optional.empty());
  }

  @Override
  public CompletionStage<Optional<Status>> rebuild(String name) {
    return CompletableFuture.completedFuture(Optional.empty());
  }
}
