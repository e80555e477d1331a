package ordinal.bench;

import java.io.IOException;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.util.ArrayDeque;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;

/**
 * One thread that drives many connections, each with one request under way at most.
 *
 * <p>In a closed loop the next request goes out when an answer has come. At a fixed rate requests
 * have their times, and an answer's latency counts from the time its request was due: when the
 * server stalls, the requests that could not be sent meanwhile are slow too.
 */
final class LoadThread implements Callable<LoadResult> {

  /** When a run starts to count and when it stops sending, in {@link System#nanoTime()}. */
  record Window(long start, long countFrom, long sendUntil) {}

  private static final long DRAIN_NANOS = TimeUnit.SECONDS.toNanos(10);
  private static final long MAX_SELECT_MILLIS = 50;
  private static final int MAX_LOST = 10_000;
  private static final int MAX_WRITES = 10_000;

  private final LoadPlan plan;
  private final Window window;
  private final Work work;
  private final Pressure pressure;
  private final long maxRequests;
  private final int connections;
  private final double nanosBetween;
  private final LoadResult result = new LoadResult();
  private final ArrayDeque<Connection> idle = new ArrayDeque<>();
  private final ByteBuffer in = ByteBuffer.allocateDirect(64 * 1024);
  private long sent;
  private int underWay;

  /** One socket, the answer that is coming in on it, and when its request was due. */
  private static final class Connection {
    final SocketChannel channel;
    final Response response;
    long due;

    Connection(SocketChannel channel, boolean keepsBodies) {
      this.channel = channel;
      this.response = new Response(keepsBodies);
    }
  }

  LoadThread(LoadPlan plan, Window window, Work work, Pressure pressure, int index) {
    this.plan = plan;
    this.window = window;
    this.work = work;
    this.pressure = pressure;
    this.maxRequests = share(plan.requests(), plan.threads(), index);
    this.connections = (int) share(plan.connections(), plan.threads(), index);
    this.nanosBetween =
        plan.rate() == 0 ? 0 : TimeUnit.SECONDS.toNanos(1) * (double) plan.threads() / plan.rate();
  }

  private static long share(long all, int threads, int index) {
    return all / threads + (index < all % threads ? 1 : 0);
  }

  @Override
  public LoadResult call() throws IOException {
    try (var selector = Selector.open()) {
      try {
        for (int i = 0; i < connections; i++) {
          connect(selector);
        }
        while (mayGoOn()) {
          sendWhatIsDue(selector);
          selector.select(key -> receive(selector, key), selectMillis());
        }
      } finally {
        for (var key : selector.keys()) {
          key.channel().close();
        }
      }
    }
    result.unanswered(underWay);
    return result;
  }

  private boolean mayGoOn() {
    long now = System.nanoTime();
    boolean sending = now < window.sendUntil() && sent < maxRequests;
    boolean connected = underWay > 0 || !idle.isEmpty();
    return connected
        && (sending || underWay > 0)
        && now < window.sendUntil() + DRAIN_NANOS
        && result.lost() < MAX_LOST;
  }

  private void connect(Selector selector) throws IOException {
    var channel = SocketChannel.open(plan.address());
    channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
    channel.configureBlocking(false);
    var connection = new Connection(channel, work.readsBodies());
    channel.register(selector, SelectionKey.OP_READ, connection);
    idle.add(connection);
  }

  private long dueTime(long now) {
    return nanosBetween == 0 ? now : window.start() + Math.round(sent * nanosBetween);
  }

  private long selectMillis() {
    if (idle.isEmpty()) return MAX_SELECT_MILLIS;
    if (nanosBetween == 0) return 1; // Held back; what it waits for comes by another way.
    long now = System.nanoTime();
    long wait = TimeUnit.NANOSECONDS.toMillis(dueTime(now) - now);
    return Math.max(1, Math.min(MAX_SELECT_MILLIS, wait));
  }

  private void sendWhatIsDue(Selector selector) throws IOException {
    while (!idle.isEmpty() && sent < maxRequests) {
      long now = System.nanoTime();
      long due = dueTime(now);
      if (now >= window.sendUntil() || due > now || !pressure.admits(result.createdInAll())) {
        return;
      }
      var connection = idle.remove();
      connection.due = due;
      underWay++;
      try {
        write(connection.channel, work.numbered(sent++));
      } catch (IOException e) {
        lose(selector, connection);
      }
    }
  }

  /** A request fits into any socket's buffer, so the limit is only there to have one. */
  private static void write(SocketChannel channel, ByteBuffer bytes) throws IOException {
    for (int i = 0; bytes.hasRemaining(); i++) {
      if (i == MAX_WRITES) {
        throw new IOException("the server does not read");
      }
      channel.write(bytes);
    }
  }

  private void receive(Selector selector, SelectionKey key) {
    var connection = (Connection) key.attachment();
    try {
      in.clear();
      if (connection.channel.read(in) < 0) {
        throw new IOException("closed by the server");
      }
      in.flip();
      if (connection.response.read(in)) {
        answered(selector, connection);
      }
    } catch (IOException e) {
      lose(selector, connection);
    }
  }

  private void answered(Selector selector, Connection connection) throws IOException {
    long now = System.nanoTime();
    var response = connection.response;
    boolean counts = now >= window.countFrom() && now < window.sendUntil();
    result.answered(response.status(), now - connection.due, counts);
    work.answered(response);
    response.clear();
    underWay--;
    if (response.closes()) {
      connection.channel.close();
      connect(selector);
    } else {
      idle.add(connection);
    }
  }

  /** Counts it and opens another; when that fails too, the run goes on with one connection less. */
  private void lose(Selector selector, Connection connection) {
    if (!idle.remove(connection)) {
      underWay--;
      result.lose();
    }
    try {
      connection.channel.close();
      connect(selector);
    } catch (IOException e) {
      result.connectionGone();
    }
  }
}
