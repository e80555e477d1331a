package ordinal.bench.peer;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import org.apache.kafka.clients.producer.RecordMetadata;

/**
 * The relay at its best: a large batch in the order of arrival, all of it sent before the first
 * answer is awaited, and one update for all. When one send fails, nothing is marked and the batch
 * is tried again: so an order's events stay in their order, and each is sent at least once. That
 * order is also why there is one relay and not several.
 */
final class BatchingRelay implements Relay {

  static final int BATCH = 1_000;

  private static final String SELECT =
      "SELECT "
          + WaitingEvent.COLUMNS
          + " FROM t_outbox_event WHERE status = 'NEW' ORDER BY id LIMIT "
          + BATCH
          + " FOR UPDATE SKIP LOCKED";

  private final Transactions transactions;
  private final EventProducer producer;

  BatchingRelay(Transactions transactions, EventProducer producer) {
    this.transactions = transactions;
    this.producer = producer;
  }

  @Override
  public boolean relay() throws SQLException, InterruptedException {
    int sent = transactions.run(this::relayIn);
    if (Thread.interrupted()) throw new InterruptedException("while sending");
    return sent == BATCH;
  }

  private int relayIn(Connection connection) throws SQLException {
    List<WaitingEvent> events;
    try (var select = connection.prepareStatement(SELECT)) {
      events = WaitingEvent.read(select);
    }
    if (events.isEmpty()) return 0;
    var sending = new ArrayList<Future<RecordMetadata>>(events.size());
    for (var event : events) {
      sending.add(producer.send(event.key(), event.message(), event.traceId(), event.at()));
    }
    for (var one : sending) await(one);
    var ids = events.stream().map(e -> Long.toString(e.id())).collect(Collectors.joining(","));
    try (var update = connection.createStatement()) {
      update.executeUpdate(
          "UPDATE t_outbox_event SET status = 'SENT', sent_at = NOW(3) WHERE id IN (" + ids + ")");
    }
    return events.size();
  }

  private static void await(Future<RecordMetadata> sending) {
    try {
      sending.get();
    } catch (ExecutionException e) {
      throw new IllegalStateException("not sent: " + e.getMessage(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while sending", e);
    }
  }
}
