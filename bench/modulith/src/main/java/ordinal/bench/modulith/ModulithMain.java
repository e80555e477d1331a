package ordinal.bench.modulith;

import ordinal.bench.peer.PeerMain;

/** The peer in a process of its own. */
public final class ModulithMain {

  private ModulithMain() {}

  public static void main(String[] arguments) throws Exception {
    PeerMain.run(arguments, ModulithOutbox::open);
  }
}
