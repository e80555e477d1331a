package ordinal.servers;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Folders for tests, below the build's own: nothing of a test lies about elsewhere. */
final class TestFolders {

  /** 300 MB each; the logs beside them stay, for whoever looks into a failed test. */
  private static final Set<Path> TABLES = ConcurrentHashMap.newKeySet();

  static {
    Runtime.getRuntime().addShutdownHook(new Thread(TestFolders::deleteTables, "delete-tables"));
  }

  private TestFolders() {}

  private static void deleteTables() {
    for (var tables : TABLES) {
      try {
        AtomicFolder.delete(tables);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  static Path root() {
    var root = System.getProperty("ordinal.test.dir");
    if (root == null) {
      throw new IllegalStateException("the build sets ordinal.test.dir; set it to a folder");
    }
    return Path.of(root).toAbsolutePath();
  }

  /** An empty folder of this name, whatever an earlier run left there or left running there. */
  static Path empty(String name) {
    try {
      var folder = root().resolve(name);
      MariaDbOrphans.end(folder.resolve("mariadb"));
      AtomicFolder.delete(folder);
      return Files.createDirectories(folder, DataDirectory.OWNER_ONLY_FOLDER);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * An empty folder that borrows the unpacked server, so that a start takes one second, not four.
   */
  static Path withSoftware(String name) {
    try {
      var software = Files.createDirectories(root().resolve("software/mariadb"));
      var unpacked = MariaDbSoftware.unpack(software).folder();
      var home = Files.createDirectories(empty(name).resolve("mariadb"));
      Files.createSymbolicLink(home.resolve(unpacked.getFileName()), unpacked);
      TABLES.add(home.resolve("data"));
      return root().resolve(name);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
