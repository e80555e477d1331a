package ordinal.bench.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class ProcessUsageTest {

  @Test
  void aNameWithBlanksAndParenthesesDoesNotMoveTheFields() {
    var stat = "17 (a (b) c) S 1 17 17 0 -1 4194560 900 0 0 0 250 50 7 8 20 0 30 0 123 456 789";

    assertThat(ProcessUsage.cpuSeconds(stat)).isEqualTo(3.0);
  }

  @Test
  void theResidentSetIsReadInKilobytes() {
    var status = "Name:\tjava\nVmPeak:\t  900 kB\nVmRSS:\t  123 kB\nThreads:\t2\n";

    assertThat(ProcessUsage.residentBytes(status)).isEqualTo(123 * 1024);
  }

  @Test
  void thisProcessUsesMemoryAndEverMoreTime() throws Exception {
    long pid = ProcessHandle.current().pid();
    var before = ProcessUsage.of(pid);

    await()
        .atMost(Duration.ofSeconds(30))
        .pollDelay(Duration.ZERO)
        .until(() -> spin() > 0 && ProcessUsage.of(pid).cpuSeconds() > before.cpuSeconds());

    assertThat(before.residentBytes()).isGreaterThan(1_000_000);
  }

  private static double spin() {
    double sum = 1;
    for (int i = 1; i < 3_000_000; i++) sum += Math.sqrt(i);
    return sum;
  }
}
