package ordinal.bench.peer;

import java.util.Objects;
import java.util.function.Function;

/** A peer in a process of its own. Ends with whoever started it. */
public final class PeerMain {

  private PeerMain() {}

  public static void main(String[] arguments) throws Exception {
    run(arguments, Peer::plainOutbox);
  }

  /** Takes what {@link PeerSettings#arguments()} gives, and the password from the environment. */
  public static void run(String[] arguments, Function<PeerSettings, Outbox> outboxes)
      throws Exception {
    ProcessHandle.current().parent().ifPresent(PeerMain::endWith);
    var password =
        Objects.requireNonNull(
            System.getenv(PeerSettings.PASSWORD_VARIABLE), PeerSettings.PASSWORD_VARIABLE);
    var peer = Peer.start(PeerSettings.of(arguments, password), outboxes);
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
