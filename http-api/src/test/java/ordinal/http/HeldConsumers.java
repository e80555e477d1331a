package ordinal.http;

import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import ordinal.bridge.Consumers;

/** Consumers in memory: remembers what it was asked. */
final class HeldConsumers implements Consumers {

  final List<String> asked = new CopyOnWriteArrayList<>();

  @Override
  public CompletionStage<List<Group>> list() {
    return CompletableFuture.completedFuture(
        List.of(
            new Group(
                "ordinal-orders",
                "stock-events",
                7,
                2,
                1,
                List.of(new Partition(0, 10, 12, 2), new Partition(1, 5, 10, 5)))));
  }

  @Override
  public CompletionStage<LogPage> log(LogFilter filter, int limit, String cursor) {
    asked.add("log " + filter + " " + limit + " " + cursor);
    if (cursor != null && !cursor.equals("4711")) throw new IllegalArgumentException("cursor");
    var at = Instant.parse("2026-03-01T08:30:00.123Z");
    var failed =
        new LogEntry(
            "ordinal-orders",
            "stock-events",
            3,
            119,
            "evt-1",
            "StockReserved",
            "ORD1",
            Status.FAILED,
            4,
            "unknown order",
            12,
            "trace-1",
            at,
            at);
    var done =
        new LogEntry(
            "ordinal-orders",
            "stock-events",
            3,
            118,
            "evt-0",
            "StockReserved",
            "ORD0",
            Status.SUCCESS,
            1,
            null,
            2,
            "trace-0",
            at,
            at);
    return CompletableFuture.completedFuture(
        new LogPage(List.of(failed, done), cursor == null ? "4711" : null));
  }
}
