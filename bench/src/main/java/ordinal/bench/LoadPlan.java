package ordinal.bench;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.util.Arrays;

/**
 * What a load run does, checked: it ends by itself, and it never leaves this machine, for a load
 * generator pointed at a stranger by mistake is an attack.
 *
 * @param requests the most it sends, warm-up included
 * @param rate requests per second at fixed times, or 0 for a closed loop
 */
public record LoadPlan(
    URI url, int connections, int threads, int seconds, int warmup, long requests, int rate) {

  public LoadPlan {
    check(url.getHost() != null && "http".equals(url.getScheme()), "--url is http://host:port");
    check(isLoopback(url), "load goes to this machine only, and " + url + " is not on loopback");
    within("--connections", connections, 1, 2_000);
    within("--threads", threads, 1, Math.min(16, connections));
    within("--seconds", seconds, 1, 3_600);
    within("--warmup", warmup, 0, 600);
    within("--requests", requests, 1, 100_000_000);
    within("--rate", rate, 0, 1_000_000);
  }

  InetSocketAddress address() {
    return new InetSocketAddress(addresses(url)[0], url.getPort() < 0 ? 80 : url.getPort());
  }

  String describe() {
    return "POST %s/orders: %d connections, %s, %d s warm-up, %d s measured"
        .formatted(
            url,
            connections,
            rate == 0 ? "closed loop" : "%,d requests/s at fixed times".formatted(rate),
            warmup,
            seconds);
  }

  private static boolean isLoopback(URI url) {
    return Arrays.stream(addresses(url)).allMatch(InetAddress::isLoopbackAddress);
  }

  private static InetAddress[] addresses(URI url) {
    try {
      return InetAddress.getAllByName(url.getHost());
    } catch (UnknownHostException e) {
      throw new IllegalArgumentException("no such host: " + url.getHost(), e);
    }
  }

  private static void within(String option, long value, long least, long most) {
    check(value >= least && value <= most, option + " is " + least + " to " + most);
  }

  private static void check(boolean holds, String otherwise) {
    if (!holds) {
      throw new IllegalArgumentException(otherwise);
    }
  }
}
