package ordinal.bench.compare;

import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import ordinal.bench.Load;
import ordinal.bench.LoadPlan;
import ordinal.bench.LoadResult;
import ordinal.bench.Pressure;
import ordinal.bench.PublishLatency;

/** One system in one round: it runs, a consumer follows its topic, and what is found is noted. */
final class Trial implements AutoCloseable {

  private static final long NO_LIMIT = 100_000_000;
  private static final Duration LONGEST_SETTLE = Duration.ofMinutes(5);
  private static final long QUIET_NANOS = TimeUnit.MILLISECONDS.toNanos(1_200);

  private final Plan plan;
  private final Servers servers;
  private final Figures figures;
  private final int round;
  private final Subject subject;
  private final PublishLatency watch;

  Trial(Plan plan, Servers servers, Figures figures, int round, Contender contender, boolean fresh)
      throws Exception {
    this.plan = plan;
    this.servers = servers;
    this.figures = figures;
    this.round = round;
    this.subject = Subject.start(contender, servers, plan, fresh);
    try {
      this.watch = new PublishLatency(servers.bootstrap(), Subject.topic(contender));
    } catch (RuntimeException e) {
      subject.close();
      throw e;
    }
  }

  Plan plan() {
    return plan;
  }

  Servers servers() {
    return servers;
  }

  Subject subject() {
    return subject;
  }

  PublishLatency watch() {
    return watch;
  }

  void note(Measured measured, String at, String name, double value) throws IOException {
    var system = subject.contender().label();
    figures.add(new Figure(round, system, measured.label(), at, name, value));
  }

  /** A closed loop, or orders at fixed times when the rate is not 0. */
  LoadPlan load(int connections, int rate) {
    return new LoadPlan(
        subject.url(), connections, 1, plan.seconds(), plan.warmup(), NO_LIMIT, rate);
  }

  /** Exactly so many orders, as fast as they go while Kafka keeps up. */
  LoadResult create(int orders, int connections, Pressure pressure)
      throws IOException, InterruptedException {
    return Load.run(new LoadPlan(subject.url(), connections, 1, 3_600, 0, orders, 0), pressure);
  }

  /**
   * Until a fresh JVM has seen some work: creating for two thirds of the time, then with reading
   * and canceling in between, so that nothing of what is measured meets code that was never
   * compiled.
   */
  void warmUp(int connections) throws Exception {
    if (plan.jvmWarmup() == 0) return;
    int mixed = plan.jvmWarmup() / 3;
    long before = watch.seen();
    var result = Load.run(forSeconds(plan.jvmWarmup() - mixed, connections), keepingUp());
    settle(before + result.createdInAll());
    if (mixed == 0) return;
    var unused = Load.runMixed(forSeconds(mixed, connections));
    settleQuietly();
  }

  private LoadPlan forSeconds(int seconds, int connections) {
    return new LoadPlan(subject.url(), connections, 1, seconds, 0, NO_LIMIT, 0);
  }

  /** Holds back while too many orders are created and not yet on Kafka. */
  Pressure keepingUp() {
    long before = watch.seen();
    return created -> created - (watch.seen() - before) < plan.backlog();
  }

  /**
   * Until the consumer has seen so many events in all. A backlog that takes too long is thrown
   * away, so that it does not burden the next measurement; Ordinal gets the time it needs.
   */
  void settle(long seen) throws Exception {
    if (Waiting.isWithin(Duration.ofSeconds(plan.settle()), () -> watch.seen() >= seen)) return;
    if (subject.contender() == Contender.ORDINAL) {
      Waiting.until("Ordinal's backlog is gone", LONGEST_SETTLE, () -> watch.seen() >= seen);
    } else {
      forget();
    }
  }

  /** The same when it is not known how many there are: until no more come for a while. */
  void settleQuietly() throws Exception {
    var quiet = new Quiet(watch.seen());
    var limit =
        subject.contender() == Contender.ORDINAL
            ? LONGEST_SETTLE
            : Duration.ofSeconds(plan.settle());
    Waiting.isWithin(limit, () -> quiet.since(watch.seen()) > QUIET_NANOS);
    if (subject.contender() != Contender.ORDINAL) forget();
  }

  /** How long a count has not changed. */
  private static final class Quiet {
    private long count;
    private long changed = System.nanoTime();

    Quiet(long count) {
      this.count = count;
    }

    long since(long now) {
      if (now != count) changed = System.nanoTime();
      count = now;
      return System.nanoTime() - changed;
    }
  }

  private void forget() throws SQLException, InterruptedException, IOException {
    subject.holdPublishing();
    subject.forgetBacklog();
    subject.releasePublishing();
  }

  @Override
  public void close() {
    watch.close();
    subject.close();
  }
}
