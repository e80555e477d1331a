package ordinal.app;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.pekko.actor.ActorRef;
import org.apache.pekko.actor.typed.ActorSystem;
import org.apache.pekko.actor.typed.javadsl.Adapter;
import org.apache.pekko.cluster.sharding.ClusterSharding;
import org.apache.pekko.cluster.sharding.ShardRegion;
import org.apache.pekko.cluster.sharding.ShardRegion.ShardRegionStats;
import org.apache.pekko.pattern.Patterns;

/**
 * How many entities are in memory on this node, as {@code entities_active}. Every shard tells its
 * count, not its entities, so asking costs a small message per shard. When they do not answer, the
 * last number stands.
 */
final class ActiveEntities {

  private static final Duration PATIENCE = Duration.ofSeconds(3);

  private final AtomicLong last = new AtomicLong();
  private final ActorRef region;

  private ActiveEntities(ActorRef region) {
    this.region = region;
  }

  static void watch(ActorSystem<?> system, String type, Duration every, MeterRegistry metrics) {
    var region = ClusterSharding.get(Adapter.toClassic(system)).shardRegion(type);
    var entities = new ActiveEntities(region);
    Gauge.builder("entities_active", entities.last::get)
        .description("Entities in memory on this node")
        .tag("type", type)
        .strongReference(true)
        .register(metrics);
    var unused =
        system
            .scheduler()
            .scheduleWithFixedDelay(every, every, entities::count, system.executionContext());
  }

  private void count() {
    var unused =
        Patterns.ask(region, ShardRegion.getRegionStatsInstance(), PATIENCE)
            .thenAccept(
                answer -> {
                  long sum = 0;
                  for (var count : ((ShardRegionStats) answer).getStats().values()) {
                    sum += ((Number) count).longValue();
                  }
                  last.set(sum);
                });
  }
}
