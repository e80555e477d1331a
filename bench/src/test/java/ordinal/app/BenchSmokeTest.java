package ordinal.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import ordinal.bench.Main;
import ordinal.servers.TestServers;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every measurement once, short, against a real node: that they measure, not what they find. */
class BenchSmokeTest {

  static TestServers.Database database;
  static TestNode node;

  @BeforeAll
  static void start() throws Exception {
    database = TestServers.database("bench");
    node = TestNode.start(database);
  }

  @AfterAll
  static void stop() {
    node.close();
  }

  /** What a command prints; it must end well. */
  static String run(String... arguments) {
    var printed = new ByteArrayOutputStream();
    var errors = new StringWriter();
    var out = System.out;
    System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
    try {
      int exit = Main.run(new PrintWriter(errors, true), arguments);
      assertThat(exit).as("%s%s", errors, printed).isZero();
      return printed.toString(StandardCharsets.UTF_8);
    } finally {
      System.setOut(out);
    }
  }

  static String[] databaseOptions(Path folder) throws Exception {
    var password = Files.writeString(folder.resolve("password"), database.password());
    return new String[] {
      "--jdbc",
      database.jdbcUrl(),
      "--user",
      database.user(),
      "--password-file",
      password.toString()
    };
  }

  static String[] with(String[] more, String... arguments) {
    var all = java.util.Arrays.copyOf(arguments, arguments.length + more.length);
    System.arraycopy(more, 0, all, arguments.length, more.length);
    return all;
  }

  @Test
  void publishSeesEveryOrderOnKafkaAlsoWithRollbacks(@TempDir Path folder) throws Exception {
    var printed =
        run(
            with(
                databaseOptions(folder),
                "publish",
                "--url",
                node.node.httpUrl(),
                "--kafka",
                TestServers.kafka().bootstrapServers(),
                "--rate",
                "50",
                "--warmup",
                "1",
                "--seconds",
                "2",
                "--rollbacks"));

    assertThat(printed).contains("publish ms   p50 ").containsPattern("rollbacks    [1-9]");
    assertThat(printed).doesNotContain("not seen");
  }

  @Test
  void drainLetsOneProjectionGoAfterTheOther() {
    var printed =
        run(
            "drain",
            "--url",
            node.node.httpUrl(),
            "--management",
            node.node.managementUrl(),
            "--events",
            "300");

    assertThat(printed)
        .contains("created      300")
        .containsPattern("kafka +[0-9]+ events/s")
        .containsPattern("orders +[0-9]+ events/s");
  }

  @Test
  void idleTellsCpuAndQueries(@TempDir Path folder) throws Exception {
    var pid = Long.toString(ProcessHandle.current().pid());

    var printed = run(with(databaseOptions(folder), "idle", "--pid", pid, "--seconds", "1"));

    assertThat(printed).containsPattern("cpu +[0-9.]+ % of a core").contains("queries ");
  }

  @Test
  void flashSellsEveryPieceOnce() throws Exception {
    try (var sale = TestNode.start("bench_flash", "ordinal.inventory = builtin")) {
      var printed = run("flash", "--url", sale.node.httpUrl(), "--buyers", "100", "--pieces", "30");

      assertThat(printed).contains("(30 sold, 70 sold out, 0 other)", "\"reserved\":30");
    }
  }
}
