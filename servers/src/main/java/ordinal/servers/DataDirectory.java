package ordinal.servers;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * The folder that the embedded servers keep their data in, held by one Ordinal at a time.
 *
 * <p>The hold is a lock of the operating system on the file {@code lock}, so it ends with the
 * process however that ends, and nobody ever has to delete the file. Server processes are launched
 * through this class: closing it stops those that still run, also one that was only just starting,
 * and only then lets go of the lock.
 *
 * <p>Folders and files made here are for their owner only. The permissions of a folder that was
 * there before stay as they are, for it may be one that others need.
 */
public final class DataDirectory implements AutoCloseable {

  static final FileAttribute<Set<PosixFilePermission>> OWNER_ONLY_FOLDER =
      PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));
  static final FileAttribute<Set<PosixFilePermission>> OWNER_ONLY_FILE =
      PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));

  /**
   * What this JVM holds. POSIX drops a process's lock when the process closes any descriptor of the
   * file, so a second open in the same JVM must not even touch it.
   */
  private static final Set<Path> HELD_HERE = ConcurrentHashMap.newKeySet();

  private final Path path;
  private final FileChannel lockFile;
  private final List<Process> processes = new CopyOnWriteArrayList<>();
  private boolean closed;

  private DataDirectory(Path path, FileChannel lockFile) {
    this.path = path;
    this.lockFile = lockFile;
  }

  /** Creates the folder if need be and takes hold of it, or says who has it. */
  public static DataDirectory open(Path folder) {
    try {
      Files.createDirectories(folder.toAbsolutePath(), OWNER_ONLY_FOLDER);
      var path = folder.toRealPath();
      if (!HELD_HERE.add(path)) {
        throw inUse(path, Long.toString(ProcessHandle.current().pid()));
      }
      try {
        return new DataDirectory(path, lock(path));
      } catch (IOException | RuntimeException e) {
        HELD_HERE.remove(path);
        throw e;
      }
    } catch (FileAlreadyExistsException e) {
      throw new StartFailure(
          folder + " is not a folder: set ORDINAL_DATA_DIR to another directory", e);
    } catch (IOException e) {
      throw unusable(folder, e);
    }
  }

  private static FileChannel lock(Path path) throws IOException {
    var file = path.resolve("lock");
    var options =
        Set.of(StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
    var channel = FileChannel.open(file, options, OWNER_ONLY_FILE);
    try {
      if (channel.tryLock() == null) {
        throw inUse(path, holder(channel));
      }
      var pid = Long.toString(ProcessHandle.current().pid());
      channel.truncate(0);
      channel.write(ByteBuffer.wrap(pid.getBytes(StandardCharsets.US_ASCII)), 0);
      return channel;
    } catch (IOException | RuntimeException e) {
      channel.close();
      throw e;
    }
  }

  private static String holder(FileChannel channel) throws IOException {
    var bytes = ByteBuffer.allocate(20);
    channel.read(bytes, 0);
    var pid = new String(bytes.array(), 0, bytes.position(), StandardCharsets.US_ASCII);
    return pid.isBlank() ? "unknown" : pid;
  }

  private static StartFailure inUse(Path path, String pid) {
    return new StartFailure(
        "the data directory %s is in use by process %s: stop it, or set ORDINAL_DATA_DIR to another directory"
            .formatted(path, pid));
  }

  static StartFailure unusable(Path path, IOException e) {
    return new StartFailure(
        "cannot use the data directory %s (%s): make it writable, or set ORDINAL_DATA_DIR to another directory"
            .formatted(path, e),
        e);
  }

  public Path path() {
    return path;
  }

  /** A folder of its own for one server. */
  Path folder(String name) throws IOException {
    return Files.createDirectories(path.resolve(name), OWNER_ONLY_FOLDER);
  }

  /** Starts a process that does not outlive this directory's {@link #close()}. */
  synchronized Process launch(ProcessBuilder command) throws IOException {
    if (closed) {
      throw new StartFailure("the data directory " + path + " was closed while a server started");
    }
    var process = command.start();
    processes.add(process);
    return process;
  }

  /** Stops what still runs on this directory and lets go of it. Closing twice does nothing. */
  @Override
  public synchronized void close() {
    if (closed) {
      return;
    }
    closed = true;
    for (var process : processes) {
      Processes.end(process.toHandle());
    }
    try {
      lockFile.close();
    } catch (IOException e) {
      throw new IllegalStateException("cannot let go of " + path, e);
    } finally {
      HELD_HERE.remove(path);
    }
  }
}
