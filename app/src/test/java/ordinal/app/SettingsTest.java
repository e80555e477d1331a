package ordinal.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import com.typesafe.config.ConfigFactory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import ordinal.servers.StartFailure;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

class SettingsTest {

  static Settings settings(String hocon) {
    return Settings.of(ConfigFactory.parseString(hocon));
  }

  @Test
  void theDefaultsAreThoseOfTheContract() {
    var defaults = settings("");

    assertThat(defaults.http()).hasToString("127.0.0.1:8080");
    assertThat(defaults.management()).hasToString("127.0.0.1:8558");
    assertThat(defaults.remote()).hasToString("127.0.0.1:17355");
    assertThat(defaults.databasePort()).isEqualTo(13306);
    assertThat(defaults.kafkaPort()).isEqualTo(9092);
    assertThat(defaults.slices()).isEqualTo(16);
    assertThat(defaults.seedNodes()).isEmpty();
    assertThat(defaults.isEmbeddedDatabase()).isTrue();
    assertThat(defaults.isEmbeddedKafka()).isTrue();
    assertThat(defaults.keepsStock()).isTrue();
    assertThat(settings("ordinal.inventory = external").keepsStock()).isFalse();
    assertThat(defaults.dataDirectory()).isEqualTo(Path.of("data").toAbsolutePath());
    assertThat(defaults.config().getInt("ordinal.http.rate-limit.capacity")).isEqualTo(200);
    assertThat(defaults.config().getDuration("ordinal.payment-timeout")).hasMinutes(15);
    assertThat(defaults.config().getDuration("ordinal.lock-timeout")).hasMinutes(30);
    assertThat(defaults.config().getDuration("ordinal.reaper-interval")).hasMinutes(5);
    assertThat(defaults.config().getString("jdbc-journal.replay-filter.mode")).isEqualTo("fail");
  }

  /** Each wrong value, and the words of the line that must name it and its cure. */
  @TestFactory
  Stream<DynamicTest> aWrongValueIsNamedWithItsCure() {
    return Stream.of(
        wrong("ordinal.http.port = abc", "ORDINAL_HTTP_PORT is 'abc'", "0 to 65535"),
        wrong("ordinal.http.port = 70000", "ORDINAL_HTTP_PORT", "0 to 65535"),
        wrong("ordinal.mode = cloud", "ORDINAL_MODE is 'cloud'", "embedded or external"),
        wrong("ordinal.inventory = none", "ORDINAL_INVENTORY is 'none'", "builtin or external"),
        wrong("ordinal.flash-sale.margin = 60s", "ordinal.flash-sale.margin", "hold"),
        wrong("ordinal.slices = 0", "ORDINAL_SLICES is '0'", "1 to 1024"),
        wrong("ordinal.seed-nodes = nowhere", "ORDINAL_SEED_NODES", "host:port"),
        wrong("ordinal.rate-limit.capacity = -1", "ORDINAL_RATE_LIMIT_CAPACITY", "0 to"),
        wrong("ordinal.log = xml", "ORDINAL_LOG is 'xml'", "json or text"),
        wrong("ordinal.payment-timeout = soon", "ORDINAL_PAYMENT_TIMEOUT is 'soon'", "1s to 30d"),
        wrong("ordinal.payment-timeout = 15", "ORDINAL_PAYMENT_TIMEOUT is '15'", "such as 15m"),
        wrong("ordinal.lock-timeout = 10m", "ORDINAL_LOCK_TIMEOUT", "ORDINAL_PAYMENT_TIMEOUT"),
        wrong("ordinal.reaper-interval = 0s", "ORDINAL_REAPER_INTERVAL is '0s'", "100ms to 1d"),
        wrong("ordinal.auth = jwt", "ORDINAL_AUTH is 'jwt'", "none"),
        wrong("ordinal.http.host = \"0.0.0.0\"", "ORDINAL_HTTP_HOST", "loopback"),
        wrong("ordinal.management.host = \"0.0.0.0\"", "ORDINAL_MANAGEMENT_HOST", "loopback"),
        wrong("ordinal.management.host = \"0.0.0.0\"", "ORDINAL_ADMIN_TOKEN"),
        wrong("ordinal { admin.token = t, http.host = \"0.0.0.0\" }", "ORDINAL_HTTP_HOST"),
        wrong("ordinal.admin.token = \"a b\"", "ORDINAL_ADMIN_TOKEN", "without spaces"),
        wrong("ordinal.http.default-currency = XXY", "ordinal.http.default-currency", "ISO 4217"),
        wrong("ordinal.http.max-in-flight = many", "max-in-flight"),
        wrong("ordinal.cash.notifications.sms.adapter = x", "ORDINAL_NOTIFY_SMS is 'x'", "webhook"),
        wrong("ordinal.cash.notifications.at-once = many", "at-once"),
        wrong("ordinal.cash.refunds.provider = bank", "ordinal.cash.refunds.provider", "bank"),
        wrong("ordinal.cash.refunds.at-once = 0", "ordinal.cash.refunds.at-once", "1 or more"),
        wrong("ordinal.cash.points.per-unit = few", "ordinal.cash.points.per-unit", "a number"),
        wrong("ordinal.cash.commission.mentor-basis-points = 10001", "0 to 10000"),
        wrong("ordinal.mode = external", "ORDINAL_JDBC_URL is ''", "jdbc:mysql://"),
        wrong("ordinal.jdbc.url = \"jdbc:mysql://h/d\"", "ORDINAL_JDBC_URL", "ORDINAL_MODE"));
  }

  private static DynamicTest wrong(String hocon, String... words) {
    return dynamicTest(
        hocon,
        () ->
            assertThatThrownBy(() -> settings(hocon))
                .isInstanceOf(StartFailure.class)
                .hasMessageContainingAll(words));
  }

  @Test
  void allWrongValuesAreNamedAtOnce() {
    assertThatThrownBy(() -> settings("ordinal { http.port = x, slices = x, mode = x }"))
        .hasMessageContainingAll("ORDINAL_HTTP_PORT", "ORDINAL_SLICES", "ORDINAL_MODE");
  }

  @Test
  void aMariaDbUrlIsTakenForTheSameServer() {
    var external =
        settings("ordinal { mode = external, jdbc { url = \"jdbc:mariadb://h:1/d\", user = u } }");

    assertThat(external.database()).isNotNull();
    assertThat(external.database().url()).isEqualTo("jdbc:mysql://h:1/d");
    assertThat(external.isEmbeddedDatabase()).isFalse();
  }

  @Test
  void withATokenTheManagementPortMayBeSeenByOthers() {
    var exposed = settings("ordinal { management.host = \"0.0.0.0\", admin.token = s3cret }");

    assertThat(exposed.management().host()).isEqualTo("0.0.0.0");
    assertThat(exposed.adminToken()).isEqualTo("s3cret");
    assertThat(settings("").adminToken()).isNull();
  }

  @Test
  void aTokenIsNeverPartOfAText() {
    assertThat(settings("ordinal.admin.token = s3cret").toString()).doesNotContain("s3cret");
    assertThatThrownBy(() -> settings("ordinal { admin.token = \"s3cret \\u0007\", mode = x }"))
        .hasMessageContainingAll("ORDINAL_ADMIN_TOKEN", "ORDINAL_MODE")
        .hasMessageNotContaining("s3cret");
  }

  @Test
  void aPasswordIsNeverPartOfAText() {
    var text = new Settings.Jdbc("jdbc:mysql://h/d", "u", "s3cret").toString();

    assertThat(text).doesNotContain("s3cret");
  }

  @Test
  void aConfigFileThatCannotBeReadIsNamedWithTheLine(@TempDir Path folder) throws IOException {
    var file = Files.writeString(folder.resolve("my.conf"), "ordinal {\n  http.port = = 1\n");

    assertThatThrownBy(() -> Settings.load(file))
        .isInstanceOf(StartFailure.class)
        .hasMessageContainingAll("my.conf", ": 2");
  }

  @Test
  void aConfigFileNeedsOnlyWhatDiffers(@TempDir Path folder) throws IOException {
    var file = Files.writeString(folder.resolve("my.conf"), "ordinal.http.port = 9999");

    assertThat(Settings.load(file).http()).hasToString("127.0.0.1:9999");
  }

  @Test
  void aMissingConfigFileIsNamed() {
    assertThatThrownBy(() -> Settings.load(Path.of("no-such.conf")))
        .isInstanceOf(StartFailure.class)
        .hasMessageContaining("no-such.conf");
  }
}
