package ordinal.faults;

import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import ordinal.faults.Http.Answer;
import ordinal.faults.Http.Call;
import ordinal.faults.checker.Acknowledged;
import org.jspecify.annotations.Nullable;

/**
 * Callers that go on whatever happens: each asks the same thing again, under the same key, until it
 * is answered. Only at the end, after a grace period, do they give up.
 */
final class Load {

  /** What became of the requests so far. */
  record Figures(
      long answered,
      long ordersCreated,
      long triedAgain,
      long givenUp,
      Map<Integer, Long> byStatus) {}

  private static final Duration GRACE = Duration.ofSeconds(30);
  private static final int FIRST_PAUSE_MILLIS = 50;
  private static final int LONGEST_PAUSE_MILLIS = 500;

  private final URI api;
  private final AcknowledgedLog log;
  private final Recoveries recoveries;
  private final Pace pace;
  private final List<Thread> callers = new ArrayList<>();
  private final LongAdder answered = new LongAdder();
  private final LongAdder created = new LongAdder();
  private final LongAdder triedAgain = new LongAdder();
  private final LongAdder givenUp = new LongAdder();
  private final Map<Integer, LongAdder> byStatus = new ConcurrentHashMap<>();
  private volatile boolean stopping;
  private volatile long stoppingSince;

  Load(URI api, AcknowledgedLog log, Recoveries recoveries, int rate) {
    this.api = api;
    this.log = log;
    this.recoveries = recoveries;
    this.pace = new Pace(rate);
  }

  void start(long seed, int connections) {
    for (int i = 0; i < connections; i++) {
      var story = new Story(seed, i);
      var caller = new Thread(() -> call(story), "caller-" + i);
      caller.setDaemon(true);
      callers.add(caller);
      caller.start();
    }
  }

  private void call(Story story) {
    while (!stopping) {
      story.tell(call -> ask(call, story));
    }
  }

  private @Nullable Answer ask(Call call, Story story) {
    for (int pause = FIRST_PAUSE_MILLIS; ; pause = Math.min(2 * pause, LONGEST_PAUSE_MILLIS)) {
      try {
        pace.await();
        long sentAt = System.nanoTime();
        var answer = once(call);
        if (answer != null && answer.isFinal()) {
          log.write(call, answer, story);
          count(call, answer, sentAt);
          return answer;
        }
        if (stopping && System.nanoTime() - stoppingSince > GRACE.toNanos()) {
          givenUp.increment();
          return null;
        }
        triedAgain.increment();
        TimeUnit.MILLISECONDS.sleep(ThreadLocalRandom.current().nextInt(pause / 2, pause));
      } catch (InterruptedException e) {
        stopping = true;
        givenUp.increment();
        return null;
      }
    }
  }

  private @Nullable Answer once(Call call) throws InterruptedException {
    try {
      var answer = Http.send(api, call);
      byStatus.computeIfAbsent(answer.status(), s -> new LongAdder()).increment();
      return answer;
    } catch (IOException e) {
      byStatus.computeIfAbsent(0, s -> new LongAdder()).increment();
      return null;
    }
  }

  private void count(Call call, Answer answer, long sentAt) {
    answered.increment();
    if (!answer.isDone() || answer.replayed() || call.body() == null) return;
    recoveries.answered(sentAt);
    if (call.request().equals(Acknowledged.CREATE)) {
      created.increment();
      recoveries.created(answer.data().path("orderNo").asText(), sentAt);
    }
  }

  Figures figures() {
    var statuses = new TreeMap<Integer, Long>();
    byStatus.forEach((status, count) -> statuses.put(status, count.sum()));
    return new Figures(
        answered.sum(), created.sum(), triedAgain.sum(), givenUp.sum(), Map.copyOf(statuses));
  }

  /** Lets what is under way be answered; what is not after a while is given up. */
  void stop() throws InterruptedException {
    stoppingSince = System.nanoTime();
    stopping = true;
    for (var caller : callers) {
      caller.join(GRACE.plusSeconds(30).toMillis());
      if (caller.isAlive()) caller.interrupt();
    }
  }
}
