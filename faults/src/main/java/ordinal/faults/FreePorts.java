package ordinal.faults;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Ports on loopback that nobody uses, each given once. Below the range from which connections take
 * theirs: a port of what was killed must still be free when it starts again.
 */
final class FreePorts {

  private static final int FIRST = 20_000;
  private static final int BEHIND_LAST = 32_000;
  private static final int ATTEMPTS = 1_000;
  private static final int CONNECT_MILLIS = 500;

  private final Set<Integer> given = new HashSet<>();

  int next() {
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
      int port = ThreadLocalRandom.current().nextInt(FIRST, BEHIND_LAST);
      if (given.contains(port)) continue;
      try (var socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
        given.add(socket.getLocalPort());
        return port;
      } catch (IOException e) {
        // Taken: try another.
      }
    }
    throw new IllegalStateException("no port is free");
  }

  static boolean isListening(int port) {
    try (var socket = new Socket()) {
      socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), CONNECT_MILLIS);
      return true;
    } catch (IOException e) {
      return false;
    }
  }
}
