package ordinal.projections.rebuild;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.LongAdder;
import ordinal.projections.tail.Page;
import ordinal.projections.views.OrderViews;
import ordinal.projections.views.ViewTables;
import org.apache.pekko.Done;
import org.apache.pekko.actor.typed.ActorRef;
import org.apache.pekko.actor.typed.ActorSystem;
import org.apache.pekko.actor.typed.Behavior;
import org.apache.pekko.actor.typed.Props;
import org.apache.pekko.actor.typed.Terminated;
import org.apache.pekko.actor.typed.javadsl.ActorContext;
import org.apache.pekko.actor.typed.javadsl.Behaviors;
import org.apache.pekko.projection.HandlerRecoveryStrategy;
import org.apache.pekko.projection.ProjectionBehavior;
import org.apache.pekko.projection.ProjectionId;
import org.apache.pekko.projection.StatusObserver;

/**
 * The projections that fill the new view, all on this node: started, watched and stopped as one.
 */
final class NextProjections {

  /** What the actor that holds them is told. */
  private enum Said {
    STOP
  }

  private final ActorSystem<?> system;
  private final OrderViews views;
  private final LongAdder handled = new LongAdder();
  private volatile String lastFailure = "none";
  private CompletableFuture<Done> stopped = CompletableFuture.completedFuture(Done.getInstance());
  private ActorRef<Said> running;

  NextProjections(ActorSystem<?> system, OrderViews views) {
    this.system = system;
    this.views = views;
    this.running = system.ignoreRef();
  }

  /** From where they were stopped, or from the journal's beginning. */
  void start() {
    var ended = new CompletableFuture<Done>();
    stopped = ended;
    running = system.systemActorOf(Behaviors.setup(c -> holding(c, ended)), name(), Props.empty());
  }

  private static String name() {
    return OrderRebuild.NEXT + "-" + System.nanoTime();
  }

  /** Done when none of them writes any more. */
  CompletionStage<Done> stop() {
    running.tell(Said.STOP);
    return stopped;
  }

  /** Events so far. */
  long handled() {
    return handled.sum();
  }

  String lastFailure() {
    return lastFailure;
  }

  private Behavior<Said> holding(ActorContext<Said> context, CompletableFuture<Done> ended) {
    var all = new ArrayList<ActorRef<ProjectionBehavior.Command>>();
    for (var range : views.ranges()) {
      var projection =
          views
              .projection(OrderRebuild.NEXT, range, ViewTables.NEXT)
              .withStatusObserver(new Watching());
      var one = context.spawn(ProjectionBehavior.create(projection), range.key());
      context.watch(one);
      all.add(one);
    }
    return Behaviors.receive(Said.class)
        .onMessageEquals(
            Said.STOP,
            () -> {
              for (var one : List.copyOf(all)) one.tell(ProjectionBehavior.stopMessage());
              return Behaviors.same();
            })
        .onSignal(
            Terminated.class,
            gone -> {
              all.removeIf(one -> one.path().equals(gone.getRef().path()));
              if (!all.isEmpty()) return Behaviors.same();
              ended.complete(Done.getInstance());
              return Behaviors.stopped();
            })
        .build();
  }

  private final class Watching extends StatusObserver<Page> {
    @Override
    public void started(ProjectionId id) {}

    @Override
    public void failed(ProjectionId id, Throwable cause) {
      lastFailure = String.valueOf(cause.getMessage());
    }

    @Override
    public void stopped(ProjectionId id) {}

    @Override
    public void beforeProcess(ProjectionId id, Page page) {}

    @Override
    public void afterProcess(ProjectionId id, Page page) {
      handled.add(page.rows().size());
    }

    @Override
    public void offsetProgress(ProjectionId id, Page page) {}

    @Override
    public void error(
        ProjectionId id, Page page, Throwable cause, HandlerRecoveryStrategy recovery) {}
  }
}
