package ordinal.bench.compare;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * What a process has used so far, as the kernel says it in {@code /proc}.
 *
 * @param cpuSeconds of all its threads, in user and in kernel mode
 * @param residentBytes what it has in memory now
 */
record ProcessUsage(double cpuSeconds, long residentBytes) {

  /** What the kernel counts in; the same on all Linux systems that Java runs on. */
  private static final double TICKS_PER_SECOND = 100;

  /** Behind the name: the third field of the file is the first here. */
  private static final int USER_TICKS = 11;

  private static final int KERNEL_TICKS = 12;

  private static final String RESIDENT = "VmRSS:";

  static ProcessUsage of(long pid) throws IOException {
    var folder = Path.of("/proc", Long.toString(pid));
    return new ProcessUsage(
        cpuSeconds(Files.readString(folder.resolve("stat"))),
        residentBytes(Files.readString(folder.resolve("status"))));
  }

  /** A program's name is in parentheses, and may hold blanks and parentheses itself. */
  static double cpuSeconds(String stat) {
    var fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
    long ticks = Long.parseLong(fields[USER_TICKS]) + Long.parseLong(fields[KERNEL_TICKS]);
    return ticks / TICKS_PER_SECOND;
  }

  static long residentBytes(String status) {
    return status
        .lines()
        .filter(line -> line.startsWith(RESIDENT))
        .map(line -> line.substring(RESIDENT.length()).replace("kB", "").strip())
        .mapToLong(kilobytes -> Long.parseLong(kilobytes) * 1024)
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("the process has ended"));
  }
}
