package ordinal.projections.operation;

import java.util.concurrent.CompletionStage;
import ordinal.projections.sql.Sql;
import org.apache.pekko.Done;
import org.apache.pekko.actor.typed.ActorSystem;
import org.apache.pekko.projection.ProjectionId;
import org.apache.pekko.projection.javadsl.ProjectionManagement;

/** Holds one part of a projection, or lets it go. The wish is stored, so it outlives a restart. */
@FunctionalInterface
public interface ProjectionHold {

  CompletionStage<Done> set(ProjectionId part, boolean paused);

  /** For what Pekko Projection runs: done when it has stopped. */
  static ProjectionHold running(ActorSystem<?> system) {
    var management = ProjectionManagement.get(system);
    return (part, paused) -> paused ? management.pause(part) : management.resume(part);
  }

  /** For what looks by itself whether it is wanted: done when the wish is stored. */
  static ProjectionHold stored(Sql sql) {
    return (part, paused) ->
        sql.ask(
            db -> {
              try (var save =
                  db.prepareStatement(
                      """
                      INSERT INTO projection_management VALUES (?, ?, ?, ?)
                      ON DUPLICATE KEY UPDATE paused = VALUES(paused),
                        last_updated = VALUES(last_updated)""")) {
                save.setString(1, part.name());
                save.setString(2, part.key());
                save.setBoolean(3, paused);
                save.setLong(4, System.currentTimeMillis());
                save.executeUpdate();
                return Done.getInstance();
              }
            });
  }
}
