package ordinal.http.events;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.apache.pekko.actor.typed.ActorSystem;
import org.apache.pekko.actor.typed.javadsl.Behaviors;
import org.apache.pekko.stream.javadsl.Sink;
import org.apache.pekko.stream.javadsl.Source;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

class OpenStreamsTest {

  private static final Duration SOON = Duration.ofMillis(50);
  private static final ActorSystem<Void> SYSTEM =
      ActorSystem.create(
          Behaviors.empty(),
          "streams",
          com.typesafe.config.ConfigFactory.parseString("pekko.actor.provider = local")
              .withFallback(com.typesafe.config.ConfigFactory.load()));

  @AfterAll
  static void stop() {
    SYSTEM.terminate();
  }

  @Test
  void theLastPlaceIsTheLast() {
    var streams = new OpenStreams(2);

    assertThat(streams.take()).isNotNull();
    assertThat(streams.take()).isNotNull();
    assertThat(streams.take()).isNull();
    assertThat(streams.open()).isEqualTo(2);
    assertThat(new OpenStreams(0).take()).isNull();
  }

  @Test
  void aPlaceWhoseStreamNeverRanComesBack() {
    var streams = new OpenStreams(1, SOON);
    var unused = streams.take().holding(Source.never());

    await().until(() -> streams.open() == 0);

    assertThat(streams.take()).isNotNull();
  }

  @Test
  void aStreamThatRunsKeepsItsPlaceUntilItEnds() {
    var streams = new OpenStreams(1, SOON);
    var ran = streams.take().holding(Source.never()).runWith(Sink.ignore(), SYSTEM);

    await().during(SOON.multipliedBy(4)).until(() -> streams.open() == 1);
    streams.end();

    await().until(() -> streams.open() == 0 && ran.toCompletableFuture().isDone());
  }

  @Test
  void aStreamThatRunsLateIsCountedAgain() {
    var streams = new OpenStreams(1, SOON);
    var source = streams.take().holding(Source.never());
    await().until(() -> streams.open() == 0);

    var ran = source.runWith(Sink.ignore(), SYSTEM);

    await().until(() -> streams.open() == 1);
    streams.end();
    await().until(() -> streams.open() == 0 && ran.toCompletableFuture().isDone());
  }

  @Test
  void theEndWaitsForNobodyWhenNobodyListensAndLetsNobodyIn() {
    var streams = new OpenStreams(1);

    assertThat(streams.end().toCompletableFuture()).isDone();
    assertThat(streams.take()).isNull();
  }

  @Test
  void theEndWaitsNoLongerThanItMustForOneThatDoesNotEnd() throws Exception {
    var streams = new OpenStreams(1);
    var neverRuns = streams.take();
    long start = System.nanoTime();

    streams.end().toCompletableFuture().get(20, TimeUnit.SECONDS);

    assertThat(System.nanoTime() - start).isLessThan(Duration.ofSeconds(4).toNanos());
    assertThat(neverRuns).isNotNull();
  }
}
