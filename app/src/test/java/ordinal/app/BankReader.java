package ordinal.app;

import com.fasterxml.jackson.databind.JsonNode;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Looks at balances all the time, in the database and over HTTP, and keeps everything that may be
 * true at no moment. What does not answer is looked at again.
 */
final class BankReader implements AutoCloseable {

  private static final int PAUSE_MILLIS = 20;

  private final BankClient client;
  private final String jdbcUrl;
  private final String password;
  private final Random random;
  private final ScheduledExecutorService threads = Executors.newScheduledThreadPool(2);
  private final Queue<String> faults = new ConcurrentLinkedQueue<>();
  final AtomicLong rowsRead = new AtomicLong();
  final AtomicLong answersRead = new AtomicLong();
  private @Nullable Connection connection;

  BankReader(BankClient client, String jdbcUrl, String password, long seed) {
    this.client = client;
    this.jdbcUrl = jdbcUrl;
    this.password = password;
    this.random = new Random(seed);
  }

  BankReader start() {
    threads.scheduleWithFixedDelay(this::lookAtRows, 0, PAUSE_MILLIS, TimeUnit.MILLISECONDS);
    threads.scheduleWithFixedDelay(this::lookAtAnswers, 0, PAUSE_MILLIS, TimeUnit.MILLISECONDS);
    return this;
  }

  List<String> faults() {
    return List.copyOf(faults);
  }

  Connection connect() throws SQLException {
    return DriverManager.getConnection(jdbcUrl, "ordinal", password);
  }

  private void lookAtRows() {
    try {
      if (connection == null) connection = connect();
      BankBooks.accounts(connection)
          .forEach(
              (account, row) -> {
                rowsRead.incrementAndGet();
                var fault = row.fault();
                if (fault != null) faults.add("row " + account + " " + fault);
              });
    } catch (SQLException e) {
      disconnect();
    }
  }

  private void lookAtAnswers() {
    try {
      var user = BankCustomer.user(random.nextInt(BankCustomer.USERS));
      look("wallet", user);
      look("points", user);
    } catch (RuntimeException e) {
      // Away just now.
    }
  }

  private void look(String kind, String user) {
    var answer = client.get("/users/" + user + "/" + kind);
    answersRead.incrementAndGet();
    for (var column : List.of("available", "frozen", "spent", "owed")) {
      if (!isNatural(answer.path(column))) faults.add("answer " + kind + " " + answer);
    }
    if (answer.path("suspended").asBoolean(true)) faults.add("answer " + kind + " " + answer);
  }

  private static boolean isNatural(JsonNode amount) {
    return amount.isNumber() && amount.decimalValue().signum() >= 0;
  }

  private void disconnect() {
    try {
      if (connection != null) connection.close();
    } catch (SQLException e) {
      // It was gone already.
    }
    connection = null;
  }

  /** When it has ended no look is under way any more. */
  @Override
  public void close() {
    threads.shutdown();
    try {
      threads.awaitTermination(BankClient.LIMIT.toSeconds(), TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    disconnect();
  }
}
