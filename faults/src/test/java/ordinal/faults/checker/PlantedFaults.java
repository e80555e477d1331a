package ordinal.faults.checker;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;
import ordinal.faults.checker.PlantedWorld.Message;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;

/**
 * A world in which everything agrees, in which each test plants one fault: it is found, it is
 * named, and it alone.
 */
abstract class PlantedFaults {

  static final int EVENTS = 24;

  @TempDir Path folder;
  PlantedWorld world;

  @AfterEach
  void close() throws Exception {
    if (world != null) world.close();
  }

  void make() throws Exception {
    world = PlantedWorld.make(folder);
  }

  void makeWith(UnaryOperator<List<Message>> spoil) throws Exception {
    world = PlantedWorld.make(folder, spoil);
  }

  /** One fault, found once, and its finding says all of this. */
  void assertOnly(Fault fault, String... says) throws Exception {
    var report = world.check();

    assertThat(faults(report)).containsExactly(fault);
    assertThat(report.findings()).hasSize(1);
    assertThat(report.findings().get(0).toString()).contains(says);
    assertThat(report.isClean()).isFalse();
    assertThat(report.count(fault.group())).isEqualTo(1);
  }

  static Set<Fault> faults(Report report) {
    return report.counts().keySet();
  }
}
