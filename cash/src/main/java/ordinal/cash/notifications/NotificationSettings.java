package ordinal.cash.notifications;

import com.typesafe.config.Config;
import java.net.URI;
import java.net.URISyntaxException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import ordinal.cash.notifications.Notification.Channel;
import org.jspecify.annotations.Nullable;

/**
 * Who delivers what, and the limits of this package; {@code reference.conf} has their values and
 * reasons.
 *
 * @param webhooks where notifications of a channel are posted; those of the others go to the log
 * @param secret what webhooks are signed with; null when there are none
 * @param claim how long one that was handed over is left alone
 * @param atOnce how many of a channel are under way at a time
 */
public record NotificationSettings(
    Map<Channel, URI> webhooks,
    @Nullable String secret,
    Duration lookEvery,
    int atOnce,
    Duration claim,
    Duration connectTimeout,
    Duration timeout,
    RetryPlan retry,
    Duration expireAfter,
    Duration measureEvery) {

  private static final Pattern SECRET = Pattern.compile("[\\x21-\\x7e]{16,256}");
  private static final String PATH = "ordinal.cash.notifications";

  public NotificationSettings {
    webhooks = Map.copyOf(webhooks);
  }

  /** Leaves out what is secret, and the addresses, which may have a key in them. */
  @Override
  public String toString() {
    return "notifications, webhooks for " + webhooks.keySet();
  }

  /**
   * Fails with an {@link IllegalArgumentException} that names every wrong value in a line, with
   * what would be right.
   */
  public static NotificationSettings of(Config root) {
    var config = root.getConfig(PATH);
    var faults = new ArrayList<String>();
    var webhooks = new EnumMap<Channel, URI>(Channel.class);
    for (var channel : Channel.values()) {
      var url = webhook(config, channel, faults);
      if (url != null) webhooks.put(channel, url);
    }
    var secret = config.getString("webhook.secret");
    if (!(secret.isEmpty() ? webhooks.isEmpty() : SECRET.matcher(secret).matches())) {
      // Not the value.
      faults.add(
          "ORDINAL_WEBHOOK_SECRET must be 16 to 256 visible ASCII characters without spaces:"
              + " webhooks are signed with it");
    }
    var settings = read(config, webhooks, secret.isEmpty() ? null : secret);
    settings.checkLimits(faults);
    if (!faults.isEmpty()) throw new IllegalArgumentException(String.join("\n", faults));
    return settings;
  }

  private static NotificationSettings read(
      Config config, Map<Channel, URI> webhooks, @Nullable String secret) {
    return new NotificationSettings(
        webhooks,
        secret,
        config.getDuration("look-every"),
        config.getInt("at-once"),
        config.getDuration("claim"),
        config.getDuration("webhook.connect-timeout"),
        config.getDuration("webhook.timeout"),
        new RetryPlan(
            config.getDuration("retry.first"),
            config.getDuration("retry.longest"),
            config.getDouble("retry.jitter"),
            config.getInt("retry.attempts")),
        config.getDuration("expire-after"),
        config.getDuration("measure-every"));
  }

  private void checkLimits(List<String> faults) {
    // Else one that is still under way would be handed over a second time.
    if (claim.compareTo(timeout) <= 0) {
      faults.add(PATH + ".claim must be longer than " + PATH + ".webhook.timeout");
    }
    if (atOnce < 1) faults.add(PATH + ".at-once must be 1 or more");
    if (retry.attempts() < 1) faults.add(PATH + ".retry.attempts must be 1 or more");
  }

  private static @Nullable URI webhook(Config config, Channel channel, List<String> faults) {
    var name = channel.name().toLowerCase(Locale.ROOT);
    var adapter = config.getString(name + ".adapter");
    var url = config.getString(name + ".url");
    var variable = "ORDINAL_NOTIFY_" + channel.name();
    switch (adapter) {
      case "log" -> {
        if (!url.isEmpty()) {
          faults.add(variable + "_URL is set: set " + variable + "=webhook too, or unset it");
        }
        return null;
      }
      case "webhook" -> {
        var address = address(url);
        if (address == null) {
          // Not the value, which may have a key in it.
          faults.add(
              variable
                  + "_URL must be an address such as https://example.org/notify, without a user or"
                  + " a fragment, because "
                  + variable
                  + " is 'webhook'");
        }
        return address;
      }
      default -> {
        faults.add(variable + " is '" + adapter + "': must be log or webhook");
        return null;
      }
    }
  }

  private static @Nullable URI address(String text) {
    try {
      var url = new URI(text);
      boolean web =
          "http".equalsIgnoreCase(url.getScheme()) || "https".equalsIgnoreCase(url.getScheme());
      boolean whole =
          url.getHost() != null && url.getUserInfo() == null && url.getFragment() == null;
      return web && whole ? url : null;
    } catch (URISyntaxException e) {
      return null;
    }
  }
}
