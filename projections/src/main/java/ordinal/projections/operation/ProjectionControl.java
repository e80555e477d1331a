package ordinal.projections.operation;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** The projections by name: how far they are, and how to hold them, let them go, make them anew. */
public interface ProjectionControl {

  CompletionStage<List<Status>> list();

  /** Empty when there is no such projection; so with the others. */
  CompletionStage<Optional<Status>> pause(String name);

  CompletionStage<Optional<Status>> resume(String name);

  /**
   * Begins to build the view beside the live one; the answer tells that it has begun. One rebuild
   * at a time: a second one is refused by an {@link IllegalStateException} that says why.
   */
  CompletionStage<Optional<Status>> rebuild(String name);

  /**
   * One projection.
   *
   * @param name what it is called here: kafka, orders, assets, deliveries
   * @param lag events stored and not yet handled
   * @param canRebuild whether it is a view that can be made anew
   */
  record Status(
      String name,
      State state,
      long lag,
      List<Instance> instances,
      boolean canRebuild,
      @Nullable Rebuild rebuild) {
    public Status {
      instances = List.copyOf(instances);
    }
  }

  /** One of the parts that a projection is divided into, with the last ordering it handled. */
  record Instance(String key, long position, long lag) {}

  enum State {
    RUNNING,
    PAUSED
  }

  /**
   * The last rebuild.
   *
   * @param state BUILDING, COMPARING, SWITCHED or FAILED
   * @param differences rows that the live view had otherwise than the new one
   */
  record Rebuild(
      String state,
      String startedAt,
      long handled,
      long toHandle,
      long differences,
      String detail) {}
}
