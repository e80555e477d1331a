package ordinal.servers;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.stream.Collectors;

/** The server's error log: one file per start, and the one before it. */
final class MariaDbLog {

  private static final String ERROR = "[ERROR]";
  private static final int LINES = 3;

  private MariaDbLog() {}

  /** Keeps the log of the last run beside the new one, so that the two cannot grow for ever. */
  static Path fresh(Path home) throws IOException {
    var log = home.resolve("error.log");
    if (Files.exists(log)) {
      Files.move(log, home.resolve("error.log.1"), StandardCopyOption.REPLACE_EXISTING);
    }
    return Files.createFile(log, DataDirectory.OWNER_ONLY_FILE);
  }

  /**
   * What went wrong, in one line: the first errors, for the later ones only follow from them, or
   * the last lines when none is called an error.
   */
  static String says(Path log) {
    try {
      var lines = new String(Files.readAllBytes(log), StandardCharsets.UTF_8).lines().toList();
      var errors = lines.stream().filter(line -> line.contains(ERROR)).toList();
      var shown =
          errors.isEmpty()
              ? lines.stream().skip(Math.max(0, lines.size() - LINES))
              : errors.stream().limit(LINES).map(line -> line.substring(line.indexOf(ERROR)));
      return shown.collect(Collectors.joining(" | ")) + " (see " + log + ")";
    } catch (IOException e) {
      return "its log " + log + " cannot be read: " + e.getMessage();
    }
  }
}
