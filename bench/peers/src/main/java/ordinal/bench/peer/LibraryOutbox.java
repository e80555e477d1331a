package ordinal.bench.peer;

import com.gruelbox.transactionoutbox.Dialect;
import com.gruelbox.transactionoutbox.Instantiator;
import com.gruelbox.transactionoutbox.Persistor;
import com.gruelbox.transactionoutbox.Submitter;
import com.gruelbox.transactionoutbox.ThreadLocalContextTransactionManager;
import com.gruelbox.transactionoutbox.TransactionManager;
import com.gruelbox.transactionoutbox.TransactionOutbox;
import com.gruelbox.transactionoutbox.TransactionOutboxEntry;
import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * An outbox by transaction-outbox: the call that sends an event is stored with the change, and made
 * right after the commit by a thread of the library's pool, in a transaction that removes it. What
 * does not fit into that pool's queue, and what failed, is found by the flush.
 *
 * <p>Each event is sent at least once. Events of one order may overtake each other: the library
 * gives no order in this version.
 */
final class LibraryOutbox implements Outbox {

  /** Threads that send: each waits for Kafka with a connection in hand. */
  private static final int SENDERS = 32;

  private static final int QUEUE = 16_384;
  private static final int FLUSH_BATCH = 4_096;
  private static final Duration ATTEMPT_FREQUENCY = Duration.ofSeconds(2);
  private static final int LINGER_MILLIS = 1;

  private final ThreadPoolExecutor senders =
      new ThreadPoolExecutor(
          SENDERS, SENDERS, 1, TimeUnit.MINUTES, new ArrayBlockingQueue<>(QUEUE));
  private final HikariDataSource connections;
  private final EventProducer producer;
  private final ThreadLocalContextTransactionManager manager;
  private final TransactionOutbox outbox;
  private final RelayThread flush;
  private volatile boolean paused;

  /** One pool for all, as the library wants it. */
  LibraryOutbox(PeerSettings settings) {
    connections = PeerPool.open(settings, "orders", settings.pool() + SENDERS + 1);
    producer = new EventProducer(settings.bootstrap(), settings.topic(), LINGER_MILLIS);
    manager = TransactionManager.fromDataSource(connections);
    var sender = new KafkaSender(producer);
    outbox =
        TransactionOutbox.builder()
            .transactionManager(manager)
            .persistor(Persistor.forDialect(Dialect.MY_SQL_8))
            .instantiator(Instantiator.using(type -> sender))
            .submitter(new Pausable(Submitter.withExecutor(senders)))
            .attemptFrequency(ATTEMPT_FREQUENCY)
            .flushBatchSize(FLUSH_BATCH)
            .build();
    flush = new RelayThread(this::flush, settings.form().interval());
    flush.start();
  }

  private boolean flush() {
    if (paused) return false;
    return outbox.flush();
  }

  /** While it is paused nothing is submitted; the flush finds it later. */
  private final class Pausable implements Submitter {
    private final Submitter submitter;

    Pausable(Submitter submitter) {
      this.submitter = submitter;
    }

    @Override
    public void submit(TransactionOutboxEntry entry, Consumer<TransactionOutboxEntry> work) {
      if (!paused) submitter.submit(entry, work);
    }
  }

  @Override
  public Transactions transactions() {
    return new Transactions() {
      @Override
      public <T> T run(Work<T> work) throws SQLException {
        try {
          return manager.inTransactionReturnsThrows(
              transaction -> work.in(transaction.connection()));
        } catch (RuntimeException e) {
          // The library wraps what it did not expect.
          if (e.getCause() instanceof SQLException cause) throw cause;
          throw e;
        }
      }
    };
  }

  @Override
  public void add(Connection connection, OutgoingEvent event) {
    outbox
        .schedule(EventSender.class)
        .send(event.orderNo(), event.message(), event.traceId(), event.at().toEpochMilli());
  }

  @Override
  public void pause() {
    paused = true;
  }

  @Override
  public void resume() {
    paused = false;
  }

  @Override
  public void close() {
    flush.close();
    senders.shutdown();
    try {
      if (!senders.awaitTermination(10, TimeUnit.SECONDS)) senders.shutdownNow();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    producer.close();
    connections.close();
  }
}
