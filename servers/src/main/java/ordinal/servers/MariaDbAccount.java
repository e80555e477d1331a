package ordinal.servers;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.SecureRandom;
import java.util.Base64;

/**
 * The one account that the program uses, and the statements that put it and nothing else in place.
 *
 * <p>The password is made at the first start and kept in a file that only its owner can read. The
 * server gets it in a file as well, at every start: never on a command line, never in a log.
 */
record MariaDbAccount(String user, String password) {

  static final String DATABASE = "ordinal";

  private static final int RANDOM_BYTES = 30; // 40 characters, and a multiple of three: no padding.

  static MariaDbAccount open(Path home) throws IOException {
    var file = home.resolve("password");
    if (!Files.exists(file)) {
      var bytes = new byte[RANDOM_BYTES];
      new SecureRandom().nextBytes(bytes);
      write(file, Base64.getUrlEncoder().withoutPadding().encodeToString(bytes));
    }
    return new MariaDbAccount("ordinal", Files.readString(file, StandardCharsets.US_ASCII).strip());
  }

  /**
   * The file that the server runs at each start, before it lets anyone in.
   *
   * <p>The further databases, all named {@code ordinal_…}, are for tests and rebuilt copies. Root
   * keeps one way in: the server's socket, as the root of this machine.
   */
  Path writeInitFile(Path home) throws IOException {
    var sql =
        """
        CREATE DATABASE IF NOT EXISTS `ordinal` CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;
        DELETE FROM mysql.global_priv WHERE User = '' OR (User = 'root' AND Host <> 'localhost');
        DELETE FROM mysql.proxies_priv WHERE Host <> 'localhost';
        DROP DATABASE IF EXISTS `test`;
        FLUSH PRIVILEGES;
        CREATE USER IF NOT EXISTS 'root'@'localhost';
        ALTER USER 'root'@'localhost' IDENTIFIED VIA unix_socket;
        """
            + accountAt("127.0.0.1")
            + accountAt("localhost");
    var file = home.resolve("init.sql");
    write(file, sql);
    return file;
  }

  private String accountAt(String host) {
    return """
           CREATE USER IF NOT EXISTS '%1$s'@'%2$s';
           ALTER USER '%1$s'@'%2$s' IDENTIFIED BY '%3$s';
           GRANT ALL PRIVILEGES ON `ordinal`.* TO '%1$s'@'%2$s';
           GRANT ALL PRIVILEGES ON `ordinal\\_%%`.* TO '%1$s'@'%2$s';
           """
        .formatted(user, host, password);
  }

  /** By way of a second file, so that a kill leaves the old contents or the new ones. */
  private static void write(Path file, String text) throws IOException {
    var side = file.resolveSibling(file.getFileName() + ".partial");
    Files.deleteIfExists(side);
    Files.createFile(side, DataDirectory.OWNER_ONLY_FILE);
    Files.writeString(side, text);
    Files.move(side, file, StandardCopyOption.ATOMIC_MOVE);
  }

  /** A record would print its password. */
  @Override
  public String toString() {
    return "MariaDbAccount[" + user + "]";
  }
}
