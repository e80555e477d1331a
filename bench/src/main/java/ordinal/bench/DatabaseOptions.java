package ordinal.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Where the database is, for commands that look into it. */
final class DatabaseOptions {

  @Option(names = "--jdbc", description = "The database, as jdbc:mysql://host:port/ordinal.")
  @Nullable String url;

  @Option(names = "--user", defaultValue = "ordinal")
  String user = "ordinal";

  @Option(names = "--password-file")
  @Nullable Path passwordFile;

  boolean isGiven() {
    return url != null;
  }

  /** Fails when no database was named. */
  DatabaseCounters connect() throws SQLException, IOException {
    if (url == null) throw new IllegalArgumentException("--jdbc is needed here");
    return DatabaseCounters.connect(url, user, passwordFile);
  }
}
