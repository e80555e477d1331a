package ordinal.app;

import com.mysql.cj.MysqlConnection;
import com.mysql.cj.Query;
import com.mysql.cj.interceptors.QueryInterceptor;
import com.mysql.cj.log.Log;
import com.mysql.cj.protocol.Resultset;
import com.mysql.cj.protocol.ServerSession;
import java.util.List;
import java.util.Properties;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Supplier;

/** What the driver sends, with the thread that sends it: {@code queryInterceptors} in a url. */
public final class StatementLog implements QueryInterceptor {

  private record Sent(String thread, String sql) {}

  private static final Queue<Sent> SENT = new ConcurrentLinkedQueue<>();

  static void clear() {
    SENT.clear();
  }

  /** All so far from threads whose name begins so. */
  static List<String> of(String threads) {
    return SENT.stream().filter(sent -> sent.thread().startsWith(threads)).map(Sent::sql).toList();
  }

  @Override
  public QueryInterceptor init(MysqlConnection connection, Properties properties, Log log) {
    return this;
  }

  @Override
  public <T extends Resultset> T preProcess(Supplier<String> sql, Query query) {
    SENT.add(new Sent(Thread.currentThread().getName(), sql.get()));
    return null;
  }

  @Override
  public boolean executeTopLevelOnly() {
    return false;
  }

  @Override
  public void destroy() {}

  @Override
  public <T extends Resultset> T postProcess(
      Supplier<String> sql, Query query, T result, ServerSession session) {
    return null;
  }
}
