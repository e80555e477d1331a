package ordinal.cash.refunds;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import ordinal.cash.refunds.RefundProvider.Accepted;
import ordinal.cash.refunds.RefundProvider.Answer;
import ordinal.cash.refunds.RefundProvider.Failed;
import ordinal.cash.refunds.RefundProvider.Refund;
import ordinal.cash.refunds.RefundProvider.Succeeded;
import ordinal.kernel.TraceContext;
import org.junit.jupiter.api.Test;

/** Those that come with Ordinal, and how another one is put in their place. */
class RefundProvidersTest {

  private static final Instant REQUESTED = Instant.parse("2025-01-01T12:00:00Z");
  private static final Duration DELAY = Duration.ofSeconds(30);

  /** One of somebody else's. */
  public static final class Theirs implements RefundProvider {
    final Config config;

    public Theirs(Config config) {
      this.config = config;
    }

    @Override
    public CompletionStage<Answer> refund(Refund refund) {
      return CompletableFuture.completedFuture(new Failed("never"));
    }
  }

  private static Refund refund(String no, int attempt) {
    return new Refund(no, "ORD-1", "p-1", 100, "CNY", REQUESTED, attempt, TraceContext.fresh());
  }

  private static Answer answer(RefundProvider provider, Refund refund) throws Exception {
    return provider.refund(refund).toCompletableFuture().get(20, TimeUnit.SECONDS);
  }

  private static SimulatedProvider simulated(
      Duration since, double unanswered, double failed, int duplicates) {
    var clock = Clock.fixed(REQUESTED.plus(since), ZoneOffset.UTC);
    return new SimulatedProvider(DELAY, unanswered, failed, duplicates, clock);
  }

  private static RefundProvider configured(String hocon) {
    return RefundSettings.provider(
        ConfigFactory.parseString(hocon).withFallback(ConfigFactory.load()));
  }

  @Test
  void theSimulatedOneAnswersAfterItsDelay() throws Exception {
    assertThat(answer(simulated(Duration.ofSeconds(10), 0, 0, 0), refund("r", 1)))
        .isEqualTo(new Accepted(Duration.ofSeconds(20)));
    assertThat(answer(simulated(DELAY, 0, 0, 0), refund("r", 2))).isEqualTo(new Succeeded());
  }

  @Test
  void itsShareOfFailuresIsTheSameEachTime() throws Exception {
    var first = failures(0.3);

    assertThat(first).isEqualTo(failures(0.3));
    assertThat(first.stream().filter(failed -> failed).count()).isBetween(80L, 160L);
    assertThat(failures(0)).doesNotContain(true);
    assertThat(failures(1)).doesNotContain(false);
  }

  private static List<Boolean> failures(double share) throws Exception {
    var provider = simulated(DELAY, 0, share, 0);
    var failed = new ArrayList<Boolean>();
    for (int i = 0; i < 400; i++) {
      failed.add(answer(provider, refund("REF-" + i, 1)) instanceof Failed);
    }
    return failed;
  }

  @Test
  void anAttemptThatGetsNoAnswerIsFollowedByOneThatDoes() {
    var provider = simulated(DELAY, 0.5, 0, 0);

    assertThat(IntStream.range(1, 40).filter(attempt -> isSilent(provider, attempt)).count())
        .isBetween(8L, 32L);
  }

  private static boolean isSilent(RefundProvider provider, int attempt) {
    try {
      answer(provider, refund("REF-1", attempt));
      return false;
    } catch (ExecutionException e) {
      assertThat(e).hasCauseInstanceOf(SimulatedProvider.NoAnswer.class);
      return true;
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void itTellsAResultSeveralTimesIfItIsToldTo() throws Exception {
    var told = new ArrayList<String>();
    var provider = simulated(DELAY, 0, 0, 2);
    provider.start(
        (refundId, succeeded, trace) -> {
          told.add(refundId + " " + succeeded);
          return CompletableFuture.completedFuture(null);
        });

    assertThat(answer(provider, refund("REF-1", 1))).isEqualTo(new Succeeded());

    assertThat(told).containsExactly("REF-1 true", "REF-1 true");
  }

  @Test
  void withNoneNobodyIsAsked() throws Exception {
    assertThat(answer(configured("ordinal.cash.refunds.provider = none"), refund("r", 1)))
        .isEqualTo(new Accepted(Duration.ofHours(1)));
  }

  @Test
  void anotherOneIsNamedByItsClass() {
    var provider =
        configured(
            "ordinal.cash.refunds { provider = \"%s\", url = here }"
                .formatted(Theirs.class.getName()));

    assertThat(((Theirs) provider).config.getString("url")).isEqualTo("here");
  }

  @Test
  void aNameThatIsNoProviderIsRefusedInALineThatSaysSo() {
    for (var name : List.of("bank", "java.lang.String")) {
      assertThatThrownBy(() -> configured("ordinal.cash.refunds.provider = \"%s\"".formatted(name)))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("ordinal.cash.refunds.provider")
          .hasMessageContaining(name);
    }
  }
}
