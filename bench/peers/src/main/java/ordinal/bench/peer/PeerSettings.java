package ordinal.bench.peer;

import java.util.List;

/**
 * Where a peer's servers are. Its text form leaves the password out.
 *
 * @param port where it listens, on loopback
 * @param pool connections to the database, and threads that wait for it
 */
public record PeerSettings(
    PeerForm form,
    int port,
    String jdbcUrl,
    String user,
    String password,
    String bootstrap,
    String topic,
    int pool) {

  /** The password's way in: an environment is its owner's, a command line is everyone's. */
  public static final String PASSWORD_VARIABLE = "BENCH_JDBC_PASSWORD";

  /** Everything but the password, as {@link #of} takes it. */
  public List<String> arguments() {
    return List.of(
        form.label(),
        Integer.toString(port),
        jdbcUrl,
        user,
        bootstrap,
        topic,
        Integer.toString(pool));
  }

  static PeerSettings of(String[] arguments, String password) {
    return new PeerSettings(
        PeerForm.labelled(arguments[0]),
        Integer.parseInt(arguments[1]),
        arguments[2],
        arguments[3],
        password,
        arguments[4],
        arguments[5],
        Integer.parseInt(arguments[6]));
  }

  @Override
  public String toString() {
    return form.label() + " on port " + port;
  }
}
