package ordinal.projections.kafka;

import com.typesafe.config.Config;
import java.time.Duration;

/**
 * How Kafka is written to; {@code reference.conf} has the values and reasons.
 *
 * @param referenceAbove a message with a larger payload goes out with a reference instead of it
 */
public record KafkaSettings(
    String bootstrap,
    int partitions,
    int publishers,
    int page,
    Duration leastBackoff,
    Duration longestBackoff,
    double jitter,
    Duration requestTimeout,
    Duration transactionTimeout,
    int referenceAbove,
    int saveOffsetAfterPages,
    Duration saveOffsetAfter,
    Duration auditEvery) {

  public static KafkaSettings of(Config root, String bootstrap) {
    var config = root.getConfig("ordinal.projections.kafka");
    return new KafkaSettings(
        bootstrap,
        config.getInt("partitions"),
        config.getInt("publishers"),
        config.getInt("page"),
        config.getDuration("backoff.least"),
        config.getDuration("backoff.longest"),
        config.getDouble("backoff.jitter"),
        config.getDuration("request-timeout"),
        config.getDuration("transaction-timeout"),
        Math.toIntExact(config.getBytes("reference-above")),
        config.getInt("save-offset.after-pages"),
        config.getDuration("save-offset.after"),
        config.getDuration("audit-every"));
  }
}
