package ordinal.faults;

import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import ordinal.servers.DataDirectory;
import ordinal.servers.EmbeddedMariaDb;
import org.jspecify.annotations.Nullable;

/** MariaDB, which is a process of its own already. */
final class DatabaseVictim implements Victim {

  private static final Duration GONE_WITHIN = Duration.ofSeconds(20);

  private final DataDirectory directory;
  private final int port;
  private @Nullable EmbeddedMariaDb server;

  DatabaseVictim(Path folder, int port) {
    this.directory = DataDirectory.open(folder);
    this.port = port;
  }

  /** Returns when it answers. */
  @Override
  public void start() {
    server = EmbeddedMariaDb.start(directory, port);
  }

  EmbeddedMariaDb server() {
    var running = server;
    if (running == null) throw new IllegalStateException("the database was never started");
    return running;
  }

  @Override
  public void kill() {
    var running = server();
    CompletableFuture<Void> gone = running.onExit().toCompletableFuture();
    ProcessHandle.of(running.pid()).ifPresent(ProcessHandle::destroyForcibly);
    gone.orTimeout(GONE_WITHIN.toSeconds(), TimeUnit.SECONDS).join();
  }

  @Override
  public boolean isAlive() {
    return ProcessHandle.of(server().pid()).map(ProcessHandle::isAlive).orElse(false);
  }

  @Override
  public String ending() {
    return "for reasons that its log has";
  }

  @Override
  public void close() {
    directory.close();
  }
}
