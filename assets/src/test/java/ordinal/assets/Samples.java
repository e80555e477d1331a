package ordinal.assets;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import ordinal.kernel.EventMeta;
import ordinal.kernel.TraceContext;
import org.apache.pekko.persistence.testkit.javadsl.EventSourcedBehaviorTestKit;

/** What the tests of this module talk about. */
public final class Samples {

  public static final Instant NOON = Instant.parse("2025-01-01T12:00:00Z");
  public static final Clock CLOCK = Clock.fixed(NOON, ZoneOffset.UTC);
  public static final TraceContext TRACE =
      new TraceContext("trace-1", "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01");
  public static final EventMeta META = new EventMeta(NOON, TRACE, null, null);

  public static final AccountId WALLET = AccountId.wallet("default", "1001");
  public static final CouponId COUPON = new CouponId("default", "coupon-88");

  /** No test waits longer for anything. */
  public static final Duration LIMIT = Duration.ofSeconds(10);

  private Samples() {}

  /** Roomy, with a snapshot now and then, and short waits after failures. */
  public static AssetSettings settings() {
    return settings(1000, 100, 7);
  }

  public static AssetSettings settings(int remembered, int mostOpenHolds, int snapshotEvery) {
    return new AssetSettings(
        remembered,
        mostOpenHolds,
        snapshotEvery,
        remembered,
        snapshotEvery,
        2,
        Duration.ofMillis(50),
        Duration.ofMillis(200),
        0.2,
        Duration.ofSeconds(6));
  }

  /** The journal in memory, in JSON as in the real one, and the binding that conf/ has. */
  public static Config config() {
    return ConfigFactory.parseString(
            """
            pekko.actor.serialization-bindings { "ordinal.kernel.JsonMessage" = jackson-json }
            pekko.serialization.jackson.jackson-json.compression.algorithm = off
            pekko.persistence.testkit.events.serialize = on
            pekko.persistence.testkit.snapshots.serialize = on
            pekko.loglevel = OFF
            pekko.log-dead-letters = off
            """)
        .withFallback(EventSourcedBehaviorTestKit.config())
        .withFallback(ConfigFactory.load());
  }
}
