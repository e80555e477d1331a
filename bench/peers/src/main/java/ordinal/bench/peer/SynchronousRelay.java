package ordinal.bench.peer;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.concurrent.ExecutionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The relay as it is usually written down: a hundred rows, and for each a send that waits for its
 * answer and an update of its own. What fails is tried again later, ever later, and after five
 * times never again. An event is sent at least once: the commit may fail after the send.
 */
final class SynchronousRelay implements Relay {

  private static final Logger LOG = LoggerFactory.getLogger(SynchronousRelay.class);

  private static final int BATCH = 100;
  private static final int MOST_RETRIES = 5;
  private static final Duration FIRST_RETRY = Duration.ofSeconds(5);

  private static final String SELECT =
      "SELECT "
          + WaitingEvent.COLUMNS
          + " FROM t_outbox_event WHERE status IN ('NEW', 'RETRY') AND next_retry_at <= NOW(3)"
          + " LIMIT "
          + BATCH
          + " FOR UPDATE SKIP LOCKED";
  private static final String SENT =
      "UPDATE t_outbox_event SET status = 'SENT', sent_at = NOW(3) WHERE id = ?";
  private static final String FAILED =
      "UPDATE t_outbox_event SET status = ?, retry_count = ?, next_retry_at = ? WHERE id = ?";

  private final Transactions transactions;
  private final EventProducer producer;

  SynchronousRelay(Transactions transactions, EventProducer producer) {
    this.transactions = transactions;
    this.producer = producer;
  }

  /** Never says that there is more: this relay looks once per interval, whatever it finds. */
  @Override
  public boolean relay() throws SQLException, InterruptedException {
    transactions.run(this::relayIn);
    if (Thread.interrupted()) throw new InterruptedException("while sending");
    return false;
  }

  private int relayIn(Connection connection) throws SQLException {
    try (var select = connection.prepareStatement(SELECT);
        var sent = connection.prepareStatement(SENT)) {
      var events = WaitingEvent.read(select);
      // The rows come as the index has them; an order's events are to go out as they came in.
      events.sort(Comparator.comparingLong(WaitingEvent::id));
      for (var event : events) {
        try {
          producer.send(event.key(), event.message(), event.traceId(), event.at()).get();
          sent.setLong(1, event.id());
          sent.executeUpdate();
        } catch (ExecutionException e) {
          tryLater(connection, event, e);
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt();
          break;
        }
      }
      return events.size();
    }
  }

  private static void tryLater(Connection connection, WaitingEvent event, ExecutionException e)
      throws SQLException {
    int retries = event.retries() + 1;
    boolean dead = retries > MOST_RETRIES;
    LOG.warn("event {} was not sent ({}), dead: {}", event.id(), e.getMessage(), dead);
    var next = Instant.now().plus(FIRST_RETRY.multipliedBy(1L << event.retries()));
    try (var update = connection.prepareStatement(FAILED)) {
      update.setString(1, dead ? "DEAD" : "RETRY");
      update.setInt(2, retries);
      update.setTimestamp(3, Timestamp.from(next));
      update.setLong(4, event.id());
      update.executeUpdate();
    }
  }
}
