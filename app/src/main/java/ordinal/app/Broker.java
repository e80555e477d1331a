package ordinal.app;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import ordinal.servers.StartFailure;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.common.KafkaException;

/** Brokers of somebody else's. */
final class Broker {

  private static final Duration LIMIT = Duration.ofSeconds(10);

  private Broker() {}

  /** Shows that they are there, and returns how many in words. */
  static String reach(String bootstrap) {
    Map<String, Object> settings =
        Map.of(
            AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrap,
            AdminClientConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, (int) LIMIT.toMillis(),
            AdminClientConfig.REQUEST_TIMEOUT_MS_CONFIG, (int) LIMIT.toMillis());
    try (var admin = Admin.create(settings)) {
      int brokers = admin.describeCluster().nodes().get(LIMIT.toSeconds(), TimeUnit.SECONDS).size();
      return brokers == 1 ? "1 broker" : brokers + " brokers";
    } catch (KafkaException | ExecutionException | TimeoutException e) {
      throw unreachable(bootstrap);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw unreachable(bootstrap);
    }
  }

  private static StartFailure unreachable(String bootstrap) {
    return new StartFailure(
        "no Kafka broker answers at %s: start it or set ORDINAL_KAFKA_BOOTSTRAP to host:port"
            .formatted(bootstrap));
  }
}
