package ordinal.cash.retention;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Clock;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import ordinal.projections.JobProcess;
import ordinal.projections.sql.Sql;
import org.apache.pekko.actor.typed.ActorSystem;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Clears away what is old, now and then, on one node of the cluster. Every batch is a transaction
 * of its own, and a round has a limit: a backlog of years goes in many rounds, and a round that is
 * cut off loses nothing.
 */
public final class Retention {

  private static final Logger LOG = LoggerFactory.getLogger(Retention.class);

  private final Sql sql;
  private final RetentionSettings settings;
  private final Clock clock;
  private final Map<Rule, Counter> cleared = new EnumMap<>(Rule.class);

  Retention(Sql sql, RetentionSettings settings, Clock clock, MeterRegistry metrics) {
    this.sql = sql;
    this.settings = settings;
    this.clock = clock;
    for (var rule : Rule.values()) {
      cleared.put(
          rule,
          Counter.builder("retention.cleared")
              .description("Rows that were cleared away because they are old.")
              .tag("what", rule.name().toLowerCase(Locale.ROOT))
              .register(metrics));
    }
  }

  /** Starts this node's share. */
  public static void start(
      ActorSystem<?> system,
      Sql sql,
      RetentionSettings settings,
      Clock clock,
      MeterRegistry metrics) {
    var retention = new Retention(sql, settings, clock, metrics);
    JobProcess.start(system, "retention", retention::run, settings.every());
  }

  /** One round: each rule after the other. Fails when the database does not answer. */
  CompletionStage<Void> run() {
    CompletionStage<Void> all = CompletableFuture.completedFuture(null);
    for (var rule : Rule.values()) all = all.thenCompose(done -> clear(rule, 0, 0));
    return all;
  }

  private CompletionStage<Void> clear(Rule rule, int batches, long before) {
    var old = clock.instant().minus(keep(rule));
    return sql.inTransaction(db -> rule.clear(db, old, settings.batch()))
        .thenCompose(
            rows -> {
              long all = before + rows;
              var counter = cleared.get(rule);
              if (counter != null) counter.increment(rows);
              if (rows == settings.batch() && batches + 1 < settings.batches()) {
                return later().thenCompose(paused -> clear(rule, batches + 1, all));
              }
              if (all > 0) LOG.info("[Retention] {}: {} cleared away", rule, all);
              return CompletableFuture.completedFuture(null);
            });
  }

  /** Others write these tables too. */
  private CompletionStage<Void> later() {
    return CompletableFuture.runAsync(
        () -> {},
        CompletableFuture.delayedExecutor(settings.pause().toMillis(), TimeUnit.MILLISECONDS));
  }

  private Duration keep(Rule rule) {
    return switch (rule) {
      case NOTIFICATIONS, EXPIRED_NOTIFICATIONS -> settings.notificationsAfter();
      case CONSUME_LOG -> settings.consumeLogAfter();
      case DEAD_LETTERS -> settings.deadLettersAfter();
      case RECONCILIATIONS -> settings.reconciliationsAfter();
    };
  }
}
