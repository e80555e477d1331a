package ordinal.projections.operation;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;

/**
 * Asks the database on a few threads of its own, so that no other thread ever waits for it. At most
 * {@value #MOST_WAITING} questions wait; more fail at once.
 */
public final class SqlThreads implements AutoCloseable {

  /** Nobody asks for so much by hand; a program that does is to come again. */
  public static final int MOST_WAITING = 100;

  private final DataSource database;
  private final ThreadPoolExecutor threads;

  public SqlThreads(DataSource database, String name, int count) {
    this.database = database;
    var number = new AtomicInteger();
    this.threads =
        new ThreadPoolExecutor(
            count,
            count,
            1,
            TimeUnit.MINUTES,
            new ArrayBlockingQueue<>(MOST_WAITING),
            work -> {
              var thread = new Thread(work, name + "-" + number.incrementAndGet());
              thread.setDaemon(true);
              return thread;
            });
    threads.allowCoreThreadTimeOut(true);
  }

  /** One question, with a connection that is only its own. */
  @FunctionalInterface
  interface Question<T> {
    T ask(Connection connection) throws SQLException;
  }

  /** The answer, or the {@link SQLException} that was in its way. */
  <T> CompletionStage<T> ask(Question<T> question) {
    try {
      return CompletableFuture.supplyAsync(() -> now(question), threads);
    } catch (RejectedExecutionException e) {
      return CompletableFuture.failedFuture(e);
    }
  }

  /** Several statements that hold together or not at all. */
  <T> CompletionStage<T> inTransaction(Question<T> question) {
    return ask(
        connection -> {
          connection.setAutoCommit(false);
          try {
            var answer = question.ask(connection);
            connection.commit();
            return answer;
          } catch (SQLException | RuntimeException e) {
            connection.rollback();
            throw e;
          } finally {
            connection.setAutoCommit(true);
          }
        });
  }

  private <T> T now(Question<T> question) {
    try (var connection = database.getConnection()) {
      return question.ask(connection);
    } catch (SQLException e) {
      throw new CompletionException(e);
    }
  }

  @Override
  public void close() {
    threads.shutdownNow();
  }
}
