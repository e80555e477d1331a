package ordinal.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import scala.concurrent.ExecutionContext;
import scala.concurrent.Future;
import scala.concurrent.Promise;
import scala.jdk.javaapi.FutureConverters;

class BatchedLookupTest {

  static final Duration LIMIT = Duration.ofSeconds(10);

  /** Completions run where they happen, so every step of a test is decided by the test. */
  static final ExecutionContext HERE = ExecutionContext.fromExecutor(Runnable::run);

  /** A database whose answers wait until the test gives them. */
  final List<List<String>> asked = new ArrayList<>();

  final List<Promise<Map<String, Long>>> answers = new ArrayList<>();
  final BatchedLookup<Long> lookup =
      new BatchedLookup<>(
          ids -> {
            asked.add(ids);
            Promise<Map<String, Long>> answer = Promise.apply();
            answers.add(answer);
            return answer.future();
          },
          0L,
          3,
          1,
          HERE);

  static <T> T get(Future<T> future) throws Exception {
    CompletionStage<T> stage = FutureConverters.asJava(future);
    return stage.toCompletableFuture().get(LIMIT.toSeconds(), TimeUnit.SECONDS);
  }

  @Test
  void theFirstGoesOutAtOnceAndTheRestTogether() throws Exception {
    var a = lookup.find("a");
    var b = lookup.find("b");
    var c = lookup.find("c");
    assertThat(asked).containsExactly(List.of("a"));

    answers.get(0).success(Map.of("a", 7L));
    assertThat(asked).containsExactly(List.of("a"), List.of("b", "c"));
    answers.get(1).success(Map.of("c", 9L));

    assertThat(get(a)).isEqualTo(7);
    assertThat(get(b)).as("left out by the query").isZero();
    assertThat(get(c)).isEqualTo(9);
  }

  @Test
  void aQueryAsksForNoMoreThanItsLimitAndForEachIdOnce() throws Exception {
    var ids = List.of("first", "a", "a", "b", "c", "d");
    ids.forEach(lookup::find);

    answers.get(0).success(Map.of());
    answers.get(1).success(Map.of());

    assertThat(asked).containsExactly(List.of("first"), List.of("a", "b"), List.of("c", "d"));
  }

  @Test
  void aFailureIsThatOfItsOwnQueryOnly() throws Exception {
    var a = lookup.find("a");
    var b = lookup.find("b");

    answers.get(0).failure(new IllegalStateException("gone"));
    answers.get(1).success(Map.of("b", 1L));

    assertThatThrownBy(() -> get(a)).hasRootCauseMessage("gone");
    assertThat(get(b)).isEqualTo(1);
  }

  @Test
  void whatIsNotWantedAnyMoreIsNotAskedFor() {
    lookup.find("first");
    for (int i = 0; i < 100_000; i++) lookup.find("gone-" + i, () -> false);
    lookup.find("last", () -> true);

    answers.get(0).success(Map.of());

    assertThat(asked).containsExactly(List.of("first"), List.of("last"));
  }

  /** However long it takes what follows from the answers, queries go on. */
  @Test
  void theNextQueryIsUnderWayBeforeTheAnswersOfTheLastAreGiven() {
    var askedAtAnswer = new ArrayList<Integer>();
    lookup.find("a").onComplete(found -> askedAtAnswer.add(asked.size()), HERE);
    lookup.find("b");

    answers.get(0).success(Map.of());

    assertThat(askedAtAnswer).containsExactly(2);
  }

  @Test
  void anAnswerThatBreaksItsThreadTakesNeitherTheOthersNorTheNextQueryAlong() throws Exception {
    lookup.find("first");
    var broken = new NoClassDefFoundError("on purpose");
    lookup
        .find("breaks")
        .onComplete(
            found -> {
              throw broken;
            },
            HERE);
    var beside = lookup.find("beside");
    answers.get(0).success(Map.of());

    assertThatThrownBy(() -> answers.get(1).success(Map.of("beside", 1L))).isSameAs(broken);

    assertThat(get(beside)).isEqualTo(1);
    var next = lookup.find("next");
    assertThat(asked).hasSize(3).last().isEqualTo(List.of("next"));
    answers.get(2).success(Map.of("next", 2L));
    assertThat(get(next)).isEqualTo(2);
  }

  @Test
  void aQueryThatCannotEvenBeginFailsItsLookUpsAndNoOthers() throws Exception {
    var begun = new AtomicInteger();
    var refusing =
        new BatchedLookup<Long>(
            ids -> {
              if (begun.getAndIncrement() == 0) throw new NoClassDefFoundError("on purpose");
              return Future.successful(Map.of("b", 1L));
            },
            0L,
            3,
            1,
            HERE);

    assertThatThrownBy(() -> get(refusing.find("a"))).hasRootCauseMessage("on purpose");
    assertThat(get(refusing.find("b"))).isEqualTo(1);
  }

  @Test
  void everyoneIsAnsweredRightlyWhenManyAskAtOnce() throws Exception {
    var queries = new AtomicInteger();
    var threads = Executors.newFixedThreadPool(8);
    var executor = ExecutionContext.fromExecutor(threads);
    try {
      var busy =
          new BatchedLookup<Long>(
              ids -> {
                queries.incrementAndGet();
                return Future.apply(() -> found(ids), executor);
              },
              0L,
              50,
              2,
              executor);

      var futures =
          IntStream.range(0, 20_000).parallel().mapToObj(i -> busy.find("id-" + i)).toList();

      for (int i = 0; i < futures.size(); i++) assertThat(get(futures.get(i))).isEqualTo(i);
      assertThat(queries.get()).isLessThan(20_000);
    } finally {
      threads.shutdown();
    }
  }

  private static Map<String, Long> found(List<String> ids) {
    var found = new HashMap<String, Long>();
    for (var id : ids) found.put(id, Long.parseLong(id.substring(3)));
    return found;
  }
}
