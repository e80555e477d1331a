package ordinal.http.admin;

import com.typesafe.config.Config;
import java.time.Duration;
import ordinal.http.HttpSettings;
import ordinal.http.serving.RequestBody;
import org.apache.pekko.http.javadsl.settings.ServerSettings;

/**
 * The limits of the management port: those of the API, and how long its own calls may take.
 *
 * @param server Pekko's own settings, with ours over them
 */
public record AdminSettings(RequestBody.Limits body, Duration callTimeout, ServerSettings server) {

  public static AdminSettings of(Config root) {
    var api = HttpSettings.of(root);
    return new AdminSettings(
        api.body(), root.getDuration("ordinal.management.call-timeout"), api.server());
  }
}
