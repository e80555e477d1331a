package ordinal.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.typesafe.config.ConfigFactory;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import ordinal.projections.feed.EventFeed.FeedEvent;
import org.apache.pekko.actor.CoordinatedShutdown;
import org.apache.pekko.actor.typed.ActorSystem;
import org.apache.pekko.actor.typed.javadsl.Behaviors;
import org.junit.jupiter.api.RepeatedTest;

/** How a node stops that is being listened to. */
class StoppingTest {

  private static final Duration DRAIN_LIMIT = Duration.ofSeconds(5);

  /** Ten times: an end that comes a moment too late is cut only now and then. */
  @RepeatedTest(10)
  void openStreamsEndWholeAndDoNotHoldUpTheStop() {
    var views = new Views();
    var registry = new SimpleMeterRegistry();
    var system = ActorSystem.create(Behaviors.empty(), "stopping", config());
    var served =
        new Served(
            new HeldOrders(),
            Api.shared().users,
            views.list,
            views.deliveries,
            views::story,
            views.feed,
            views,
            () -> 0,
            registry);
    var settings = HttpSettings.of(system.settings().config());
    var binding = Api.wait(HttpApi.start(system, served, settings, () -> 1));
    binding.addToCoordinatedShutdown(DRAIN_LIMIT, system);
    int port = binding.localAddress().getPort();
    try (var first = new Listener(port, "/events");
        var second = new Listener(port, "/events")) {
      await().until(() -> views.feed.listeners() == 2);
      views.feed.publish("", new FeedEvent(1, "OrderCreated", "{}"));
      first.block();
      assertThat(first.id()).isEqualTo("id: 1");
      long start = System.nanoTime();

      Api.wait(CoordinatedShutdown.get(system).runAll(CoordinatedShutdown.unknownReason()));

      long millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start);
      assertThat(millis).isLessThan(DRAIN_LIMIT.toMillis() / 2);
      assertThat(Api.wait(first.ended)).as("the first ended whole").isTrue();
      assertThat(Api.wait(second.ended)).as("the second ended whole").isTrue();
      assertThat(registry.get("http.event.streams").gauge().value()).isZero();
    }
  }

  private static com.typesafe.config.Config config() {
    return ConfigFactory.parseString(
            """
            pekko.actor.provider = local
            pekko.coordinated-shutdown.run-by-jvm-shutdown-hook = off
            """)
        .withFallback(ConfigFactory.load());
  }
}
