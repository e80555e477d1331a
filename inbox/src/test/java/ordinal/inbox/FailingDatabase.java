package ordinal.inbox;

import java.io.PrintWriter;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntPredicate;
import java.util.logging.Logger;
import javax.sql.DataSource;
import ordinal.servers.TestServers;

/** Connections that fail at chosen steps, before the step happens or after it has. */
final class FailingDatabase implements DataSource {

  private static final Set<String> STEPS =
      Set.of("setAutoCommit", "prepareStatement", "createStatement", "commit");

  private final TestServers.Database at;
  private final AtomicInteger steps = new AtomicInteger();
  private volatile IntPredicate failsBefore = step -> false;
  private volatile IntPredicate failsAfter = step -> false;

  FailingDatabase(TestServers.Database at) {
    this.at = at;
  }

  void failBefore(IntPredicate which) {
    failsBefore = which;
  }

  void failAfter(IntPredicate which) {
    failsAfter = which;
  }

  void heal() {
    failsBefore = step -> false;
    failsAfter = step -> false;
  }

  int steps() {
    return steps.get();
  }

  @Override
  public Connection getConnection() throws SQLException {
    int step = steps.incrementAndGet();
    if (failsBefore.test(step)) throw new SQLException("cannot connect, on purpose, at " + step);
    var real = DriverManager.getConnection(at.jdbcUrl(), at.user(), at.password());
    return (Connection)
        Proxy.newProxyInstance(
            getClass().getClassLoader(),
            new Class<?>[] {Connection.class},
            (proxy, method, arguments) -> {
              boolean isStep = STEPS.contains(method.getName());
              int now = isStep ? steps.incrementAndGet() : 0;
              if (isStep && failsBefore.test(now)) {
                real.close();
                throw new SQLException("fails before " + method.getName() + " at " + now);
              }
              try {
                var result = method.invoke(real, arguments);
                if (isStep && failsAfter.test(now)) {
                  real.close();
                  throw new SQLException("no answer from " + method.getName() + " at " + now);
                }
                return result;
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }

  @Override
  public Connection getConnection(String user, String password) throws SQLException {
    return getConnection();
  }

  @Override
  public PrintWriter getLogWriter() {
    return null;
  }

  @Override
  public void setLogWriter(PrintWriter out) {}

  @Override
  public void setLoginTimeout(int seconds) {}

  @Override
  public int getLoginTimeout() {
    return 0;
  }

  @Override
  public Logger getParentLogger() {
    return Logger.getGlobal();
  }

  @Override
  public <T> T unwrap(Class<T> type) throws SQLException {
    throw new SQLException("not a wrapper");
  }

  @Override
  public boolean isWrapperFor(Class<?> type) {
    return false;
  }
}
