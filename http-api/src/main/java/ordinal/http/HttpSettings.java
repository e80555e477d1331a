package ordinal.http;

import com.typesafe.config.Config;
import java.time.Duration;
import ordinal.http.events.StreamSettings;
import ordinal.http.inventory.StockSettings;
import ordinal.http.schema.CurrencySchema;
import ordinal.http.serving.OutboxGate;
import ordinal.http.serving.RateLimiter;
import ordinal.http.serving.RequestBody;
import org.apache.pekko.http.javadsl.settings.ServerSettings;

/**
 * The limits of the HTTP API; {@code reference.conf} has their values and reasons.
 *
 * @param server Pekko's own settings, with ours over them
 */
public record HttpSettings(
    String host,
    int port,
    RequestBody.Limits body,
    int maxInFlight,
    OutboxGate.Limits outbox,
    Duration historyTimeout,
    Duration viewTimeout,
    StockSettings stock,
    StreamSettings events,
    String defaultCurrency,
    RateLimiter.Settings rateLimit,
    ServerSettings server) {

  public HttpSettings {
    if (!CurrencySchema.isKnown(defaultCurrency)) {
      throw new IllegalArgumentException(
          "ordinal.http.default-currency is not an ISO 4217 currency: " + defaultCurrency);
    }
    // Else the server would take a stream with nothing to say for a dead connection.
    var idle = server.getTimeouts().idleTimeout();
    if (idle.isFinite() && events.keepAlive().toMillis() >= idle.toMillis()) {
      throw new IllegalArgumentException(
          "ordinal.http.events.keep-alive must be shorter than ordinal.http.server.idle-timeout,"
              + " which is "
              + idle);
    }
  }

  public static HttpSettings of(Config root) {
    var config = root.getConfig("ordinal.http");
    var limit = config.getConfig("rate-limit");
    return new HttpSettings(
        config.getString("host"),
        config.getInt("port"),
        new RequestBody.Limits(
            config.getBytes("body.max-size"),
            config.getBytes("body.max-ignored-size"),
            config.getDuration("body.timeout")),
        config.getInt("max-in-flight"),
        new OutboxGate.Limits(
            config.getLong("outbox.slow-above"), config.getLong("outbox.stop-above")),
        config.getDuration("history-timeout"),
        config.getDuration("view-timeout"),
        new StockSettings(
            config.getDuration("stock-timeout"),
            root.getDuration("ordinal.flash-sale.hold"),
            root.getDuration("ordinal.flash-sale.margin")),
        new StreamSettings(
            config.getInt("events.most-open"),
            config.getDuration("events.keep-alive"),
            config.getDuration("events.retry")),
        config.getString("default-currency"),
        new RateLimiter.Settings(
            limit.getLong("capacity"),
            limit.getLong("per-second"),
            limit.getLong("max-buckets"),
            limit.getDuration("forgotten-after")),
        server(root, config));
  }

  /**
   * Laid over Pekko's here and not in {@code reference.conf}: which of two such files wins depends
   * on the order of the class path.
   */
  private static ServerSettings server(Config root, Config config) {
    return ServerSettings.create(
        config.getConfig("server").atPath("pekko.http.server").withFallback(root));
  }
}
