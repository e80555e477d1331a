package ordinal.bench.peer;

import java.util.Objects;

/** A peer in a process of its own. Ends with whoever started it. */
public final class PeerMain {

  private PeerMain() {}

  /** Takes what {@link PeerSettings#arguments()} gives, and the password from the environment. */
  public static void main(String[] arguments) throws Exception {
    ProcessHandle.current().parent().ifPresent(PeerMain::endWith);
    var password =
        Objects.requireNonNull(
            System.getenv(PeerSettings.PASSWORD_VARIABLE), PeerSettings.PASSWORD_VARIABLE);
    var peer = Peer.start(PeerSettings.of(arguments, password));
    Runtime.getRuntime().addShutdownHook(new Thread(peer::close, "stop-peer"));
    peer.awaitEnd();
  }

  private static void endWith(ProcessHandle parent) {
    var watch =
        new Thread(
            () -> {
              parent.onExit().join();
              System.exit(0);
            },
            "parent");
    watch.setDaemon(true);
    watch.start();
  }
}
