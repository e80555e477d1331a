package ordinal.servers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;

class DataDirectoryTest {

  @Test
  void aSecondHolderIsRefusedAndToldWhoTheFirstIs() {
    var folder = TestFolders.empty("held");
    try (var first = DataDirectory.open(folder)) {
      for (int attempt = 0; attempt < 2; attempt++) {
        assertThatThrownBy(() -> DataDirectory.open(folder))
            .isInstanceOf(StartFailure.class)
            .hasMessage(
                "the data directory %s is in use by process %d: stop it, or set ORDINAL_DATA_DIR to"
                    + " another directory",
                first.path(), ProcessHandle.current().pid());
      }
    }
  }

  @Test
  void aClosedDirectoryCanBeHeldAgain() {
    var folder = TestFolders.empty("held-again");
    DataDirectory.open(folder).close();

    var again = DataDirectory.open(folder);
    again.close();
    again.close();

    DataDirectory.open(folder).close();
  }

  @Test
  void whatItMakesIsForItsOwnerOnly() throws IOException {
    var folder = TestFolders.empty("permissions").resolve("made/deep");

    try (var directory = DataDirectory.open(folder)) {
      assertThat(permissions(folder)).isEqualTo("rwx------");
      assertThat(permissions(directory.folder("server"))).isEqualTo("rwx------");
      assertThat(permissions(folder.resolve("lock"))).isEqualTo("rw-------");
    }
  }

  @Test
  void aFolderThatWasThereKeepsItsPermissions() throws IOException {
    var folder = TestFolders.empty("others-need-it");
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));

    DataDirectory.open(folder).close();

    assertThat(permissions(folder)).isEqualTo("rwxr-xr-x");
  }

  @Test
  void aFileInItsPlaceIsRefusedInOneLine() throws IOException {
    var file = Files.createFile(TestFolders.empty("not-a-folder").resolve("file"));

    assertThatThrownBy(() -> DataDirectory.open(file))
        .isInstanceOf(StartFailure.class)
        .hasMessage(file + " is not a folder: set ORDINAL_DATA_DIR to another directory");
  }

  @Test
  void aFolderHalfMadeByAKilledProcessIsMadeAgain() throws IOException {
    var home = TestFolders.empty("half-made");
    assertThatThrownBy(() -> AtomicFolder.make(home.resolve("x"), DataDirectoryTest::halfOfIt))
        .isInstanceOf(IOException.class);
    assertThat(home.resolve("x")).doesNotExist();

    var made =
        AtomicFolder.make(home.resolve("x"), folder -> Files.createFile(folder.resolve("whole")));

    try (var files = Files.list(made)) {
      assertThat(files).containsExactly(made.resolve("whole"));
    }
    assertThat(home.resolve("x.partial")).doesNotExist();
  }

  private static void halfOfIt(Path folder) throws IOException {
    Files.createFile(folder.resolve("half"));
    throw new IOException("killed");
  }

  static String permissions(Path path) throws IOException {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
  }
}
