package ordinal.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** The {@code sbt} script on a machine that lacks something. */
class BuildScriptTest {

  final Path programs =
      Path.of(System.getProperty("ordinal.test.dir"), "path-" + UUID.randomUUID());

  @Test
  void aMachineWithoutJavaIsToldSoInALine() throws Exception {
    assertThat(run())
        .isEqualTo("ordinal: no java found: install JDK 17 or later, or set JAVA_HOME");
  }

  @Test
  void aMachineWithoutSbtAndMavenIsToldSoInALine() throws Exception {
    link(Path.of(System.getProperty("java.home"), "bin", "java"));

    assertThat(run()).isEqualTo("ordinal: neither sbt nor Maven found: install one of them");
  }

  /** Runs the script with only the programs that were given, and returns what it printed. */
  private String run() throws IOException, InterruptedException {
    for (var program : List.of("bash", "sed", "dirname", "cat", "mkdir", "rm")) {
      link(Path.of("/usr/bin", program));
    }
    var script = Path.of("..", "sbt").toAbsolutePath().normalize();
    var builder = new ProcessBuilder("/bin/bash", script.toString(), "run");
    builder.environment().clear();
    builder.environment().put("PATH", programs.toString());
    builder.environment().put("HOME", programs.resolve("home").toString());
    var process = builder.redirectErrorStream(true).start();
    var printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).isEqualTo(1);
    return printed.strip();
  }

  private void link(Path program) throws IOException {
    Files.createDirectories(programs);
    Files.createSymbolicLink(programs.resolve(program.getFileName()), program);
  }
}
