package ordinal.bench.peer;

import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Timestamp;

/** The hand-written outbox: a table, and a relay that polls it. */
final class ClassicOutbox implements Outbox {

  private static final String INSERT =
      "INSERT INTO t_outbox_event (event_id, biz_key, topic, tag, payload_json, status,"
          + " next_retry_at, trace_id, created_at) VALUES (?, ?, ?, ?, ?, 'NEW', ?, ?, ?)";

  private final String topic;
  private final HikariDataSource orders;
  private final HikariDataSource connections;
  private final EventProducer producer;
  private final RelayThread relay;

  /** The relay has a connection of its own, so that it never waits behind the orders. */
  ClassicOutbox(PeerSettings settings) {
    topic = settings.topic();
    orders = PeerPool.open(settings, "orders", settings.pool());
    connections = PeerPool.open(settings, "relay", 1);
    // Nobody else is about to send: what a synchronous send waits for is only its own answer.
    producer = new EventProducer(settings.bootstrap(), topic, 0);
    var transactions = PeerPool.transactions(connections);
    relay =
        new RelayThread(
            settings.form() == PeerForm.CLASSIC_1S
                ? new SynchronousRelay(transactions, producer)
                : new BatchingRelay(transactions, producer),
            settings.form().interval());
    relay.start();
  }

  @Override
  public Transactions transactions() {
    return PeerPool.transactions(orders);
  }

  @Override
  public void add(Connection connection, OutgoingEvent event) throws SQLException {
    var at = Timestamp.from(event.at());
    try (var insert = connection.prepareStatement(INSERT)) {
      insert.setString(1, event.eventId());
      insert.setString(2, event.orderNo());
      insert.setString(3, topic);
      insert.setString(4, event.type());
      insert.setString(5, event.message());
      insert.setTimestamp(6, at);
      insert.setString(7, event.traceId());
      insert.setTimestamp(8, at);
      insert.executeUpdate();
    }
  }

  @Override
  public void pause() {
    relay.pause();
  }

  @Override
  public void resume() {
    relay.unpause();
  }

  @Override
  public void close() {
    relay.close();
    producer.close();
    connections.close();
    orders.close();
  }
}
