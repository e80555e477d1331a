package ordinal.cash.refunds;

import com.typesafe.config.Config;
import java.lang.reflect.Constructor;
import java.time.Duration;
import java.util.function.Supplier;

/** The limits of this package; {@code reference.conf} has their values and reasons. */
public record RefundSettings(
    Duration lookEvery, int atOnce, Duration answerWithin, RefundBackoff backoff, int alertAfter) {

  private static final Duration SHORTEST = Duration.ofMillis(100);

  public RefundSettings {
    check(lookEvery.compareTo(SHORTEST) >= 0, "look-every", "100ms or more");
    check(atOnce >= 1, "at-once", "1 or more");
    check(answerWithin.compareTo(SHORTEST) >= 0, "answer-within", "100ms or more");
    check(backoff.least().compareTo(SHORTEST) >= 0, "backoff.least", "100ms or more");
    check(backoff.longest().compareTo(backoff.least()) >= 0, "backoff.longest", "least or more");
    check(backoff.jitter() >= 0 && backoff.jitter() < 1, "backoff.jitter", "from 0 to less than 1");
  }

  private static void check(boolean right, String path, String what) {
    if (!right)
      throw new IllegalArgumentException("ordinal.cash.refunds." + path + " must be " + what);
  }

  /** Fails with a line that says what is wrong, also with the provider that is named. */
  public static RefundSettings of(Config root) {
    var config = root.getConfig("ordinal.cash.refunds");
    var unused = maker(config);
    return new RefundSettings(
        config.getDuration("look-every"),
        config.getInt("at-once"),
        config.getDuration("answer-within"),
        new RefundBackoff(
            config.getDuration("backoff.least"),
            config.getDuration("backoff.longest"),
            config.getDouble("backoff.jitter")),
        config.getInt("alert-after"));
  }

  /** Makes the one that is named. */
  static RefundProvider provider(Config root) {
    return maker(root.getConfig("ordinal.cash.refunds")).get();
  }

  private static Supplier<RefundProvider> maker(Config config) {
    var name = config.getString("provider");
    if (name.equals("none")) return () -> new NoProvider(config.getDuration("backoff.longest"));
    if (name.equals("simulated")) {
      var simulated = SimulatedProvider.of(config.getConfig("simulated"));
      return () -> simulated;
    }
    try {
      var constructor =
          Class.forName(name).asSubclass(RefundProvider.class).getConstructor(Config.class);
      return () -> made(constructor, config);
    } catch (ReflectiveOperationException | ClassCastException e) {
      throw new IllegalArgumentException(
          ("ordinal.cash.refunds.provider must be simulated, none, or a RefundProvider on the class"
                  + " path with a public constructor of a Config, not %s: %s")
              .formatted(name, e),
          e);
    }
  }

  private static RefundProvider made(
      Constructor<? extends RefundProvider> constructor, Config config) {
    try {
      return constructor.newInstance(config);
    } catch (ReflectiveOperationException e) {
      var cause = e.getCause() == null ? e : e.getCause();
      throw new IllegalArgumentException(
          "ordinal.cash.refunds.provider %s cannot be made: %s"
              .formatted(constructor.getDeclaringClass().getName(), cause),
          e);
    }
  }
}
