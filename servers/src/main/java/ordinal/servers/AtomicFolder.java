package ordinal.servers;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Comparator;

/**
 * Makes a folder that is either whole or not there: filled beside its place, written to disk, then
 * renamed. What a kill in the middle leaves is thrown away by the next attempt.
 */
final class AtomicFolder {

  private AtomicFolder() {}

  /** Puts everything that belongs into the folder. */
  @FunctionalInterface
  interface Filling {
    void fill(Path folder) throws IOException;
  }

  static Path make(Path target, Filling filling) throws IOException {
    if (Files.exists(target)) {
      return target;
    }
    var side = target.resolveSibling(target.getFileName() + ".partial");
    delete(side);
    Files.createDirectory(side, DataDirectory.OWNER_ONLY_FOLDER);
    filling.fill(side);
    // Names must not reach the disk before their contents, or a power cut would leave empty files.
    try (var files = Files.walk(side)) {
      for (var file : (Iterable<Path>) files::iterator) {
        sync(file);
      }
    }
    Files.move(side, target, StandardCopyOption.ATOMIC_MOVE);
    var parent = target.getParent();
    if (parent != null) {
      sync(parent);
    }
    return target;
  }

  private static void sync(Path file) throws IOException {
    try (var channel = FileChannel.open(file, StandardOpenOption.READ)) {
      channel.force(true);
    }
  }

  static void delete(Path folder) throws IOException {
    if (!Files.exists(folder)) {
      return;
    }
    try (var files = Files.walk(folder)) {
      for (var file : (Iterable<Path>) files.sorted(Comparator.reverseOrder())::iterator) {
        Files.delete(file);
      }
    }
  }
}
