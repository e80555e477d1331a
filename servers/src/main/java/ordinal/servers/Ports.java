package ordinal.servers;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;

/** Finds out about ports on loopback before a server does, so that the message can be ours. */
final class Ports {

  static final String LOOPBACK = "127.0.0.1";

  private static final byte[] LOOPBACK_BYTES = {127, 0, 0, 1};

  private Ports() {}

  /** The port itself, or a free one for 0. A taken one is named with the setting that moves it. */
  static int choose(int port, String setting) {
    if (port != 0 && !isFree(port)) {
      throw new StartFailure(
          "port %d (%s) is taken: stop what listens there or set %s"
              .formatted(port, setting, setting));
    }
    return port == 0 ? free() : port;
  }

  /** A port that is free now; who needs it must be ready to find it taken a moment later. */
  static int free() {
    try (var socket = bind(0)) {
      return socket.getLocalPort();
    } catch (IOException e) {
      throw new StartFailure("no free port on " + LOOPBACK + ": " + e.getMessage(), e);
    }
  }

  static boolean isFree(int port) {
    try (var socket = bind(port)) {
      return socket.isBound();
    } catch (IOException e) {
      return false;
    }
  }

  private static ServerSocket bind(int port) throws IOException {
    var socket = new ServerSocket();
    try {
      // Connections of a server that just ended linger on its port; the next server may have it.
      socket.setReuseAddress(true);
      socket.bind(new InetSocketAddress(InetAddress.getByAddress(LOOPBACK_BYTES), port));
      return socket;
    } catch (IOException e) {
      socket.close();
      throw e;
    }
  }
}
