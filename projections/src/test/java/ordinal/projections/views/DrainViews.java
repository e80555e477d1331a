package ordinal.projections.views;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import ordinal.kernel.Ids;
import ordinal.order.OrderEvent;
import ordinal.order.OrderEvent.Checkout;
import ordinal.order.OrderEvent.OrderCheckoutLocked;
import ordinal.order.OrderEvent.OrderCompleted;
import ordinal.order.OrderEvent.OrderPaid;
import ordinal.order.OrderEvent.OrderStockReserved;
import ordinal.projections.ProjectionSession;
import ordinal.projections.TestJournal;
import ordinal.projections.tail.SliceRange;
import ordinal.servers.TestServers;

/**
 * How fast the view drains a backlog: {@code ./sbt "projections/Test/runMain
 * ordinal.projections.views.DrainViews 100000"}. Reads pages by plain queries, one thread per range
 * of slices, and applies them as the projection does. Not part of the tests.
 */
final class DrainViews {

  private static final String SAVE_OFFSET =
      """
      INSERT INTO projection_offset VALUES ('orders', ?, ?, 'LNG', FALSE, 0)
      ON DUPLICATE KEY UPDATE current_offset = VALUES(current_offset)""";

  private final TestJournal journal;
  private final OrderViewHandler handler =
      new OrderViewHandler(ViewTables.LIVE, "orders", new SimpleMeterRegistry());

  /** CPU time so far, in nanoseconds: other programs on the machine do not count. */
  private record Cpu(long here, long database) {
    static Cpu now() {
      var server = ProcessHandle.of(TestServers.mariaDb().pid()).orElseThrow();
      return new Cpu(of(ProcessHandle.current()), of(server));
    }

    private static long of(ProcessHandle process) {
      return process.info().totalCpuDuration().orElseThrow().toNanos();
    }
  }

  private DrainViews(TestJournal journal) {
    this.journal = journal;
  }

  public static void main(String[] arguments) throws Exception {
    int orders = Integer.parseInt(arguments[0]);
    for (int round = 1; round <= 3; round++) {
      try (var journal = TestJournal.create("drain_views")) {
        journal.fill(orders, DrainViews::created);
        new DrainViews(journal).drain("created, round " + round, 0);
      }
    }
    try (var journal = TestJournal.create("drain_views")) {
      fillLives(journal, orders / 5);
      new DrainViews(journal).drain("whole lives of 5 events", 0);
    }
  }

  private static OrderEvent.OrderCreated created(int i) {
    return TestJournal.created("ORD" + Ids.derive("drain", Integer.toString(i)), "u-" + i % 10_000);
  }

  /** Lives of many orders side by side: each event of an order a few thousand behind the last. */
  private static void fillLives(TestJournal journal, int orders) throws Exception {
    journal.fill(orders, DrainViews::created);
    var meta = TestJournal.meta("2025-01-01T12:00:01.456Z");
    var later =
        List.of(
            new OrderStockReserved(meta),
            new OrderCheckoutLocked(meta, new Checkout(null, 0, 0), true, 1),
            new OrderPaid(meta, "p-1", 1000),
            new OrderCompleted(meta, "tech-1", null));
    for (int seq = 0; seq < later.size(); seq++) {
      journal.fill(orders, seq + 2, i -> created(i).orderNo(), later.get(seq));
    }
  }

  private void drain(String what, long from) throws Exception {
    var ranges = SliceRange.divide(TestJournal.SLICES, 4);
    var threads = Executors.newFixedThreadPool(ranges.size());
    var events = new AtomicLong();
    var cpu = Cpu.now();
    long began = System.nanoTime();
    var running = new ArrayList<Future<?>>();
    for (var range : ranges) {
      running.add(
          threads.submit(
              () -> {
                events.addAndGet(drain(range, from));
                return null;
              }));
    }
    for (var one : running) one.get();
    threads.shutdown();
    double seconds = (System.nanoTime() - began) / 1e9;
    var used = Cpu.now();
    System.out.printf(
        "%s: %d events in %.2f s, %.0f/s; CPU per event: %.1f us here, %.1f us in the database%n",
        what,
        events.get(),
        seconds,
        events.get() / seconds,
        (used.here() - cpu.here()) / 1e3 / events.get(),
        (used.database() - cpu.database()) / 1e3 / events.get());
  }

  private long drain(SliceRange range, long from) throws Exception {
    long events = 0;
    for (var page = journal.page(range, from, 500);
        !page.rows().isEmpty();
        page = journal.page(range, page.upTo(), 500)) {
      var session = new ProjectionSession(journal.dataSource());
      try {
        long upTo = page.upTo();
        session.withConnection(
            db -> {
              try (var save = db.prepareStatement(SAVE_OFFSET)) {
                save.setString(1, range.key());
                save.setLong(2, upTo);
                return save.executeUpdate();
              }
            });
        handler.process(session, page);
        session.commit();
      } finally {
        session.close();
      }
      events += page.rows().size();
    }
    return events;
  }
}
