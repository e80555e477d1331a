package ordinal.cash.notifications;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import com.typesafe.config.ConfigFactory;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

class NotificationSettingsTest {

  private static final String SECRET = "webhook.secret = correct-horse-battery\n";

  private static NotificationSettings settings(String hocon) {
    return NotificationSettings.of(
        ConfigFactory.parseString("ordinal.cash.notifications {" + hocon + "}")
            .withFallback(ConfigFactory.defaultReferenceUnresolved())
            .resolve());
  }

  @Test
  void everythingGoesToTheLogUnlessSomebodySaysOtherwise() {
    assertThat(settings("").webhooks()).isEmpty();
    assertThat(settings("").secret()).isNull();
  }

  @Test
  void aChannelCanHaveAWebhook() {
    var settings = settings(SECRET + "push { adapter = webhook, url = \"https://h:8443/p?k=1\" }");

    assertThat(settings.webhooks())
        .hasSize(1)
        .hasEntrySatisfying(
            Notification.Channel.PUSH, url -> assertThat(url).hasToString("https://h:8443/p?k=1"));
    assertThat(settings.toString()).contains("PUSH").doesNotContain("horse", "k=1");
  }

  @TestFactory
  Stream<DynamicTest> aWrongValueIsNamedWithItsCure() {
    return Stream.of(
        wrong("sms.adapter = mail", "ORDINAL_NOTIFY_SMS is 'mail'", "log or webhook"),
        wrong("sms.url = \"http://h/\"", "ORDINAL_NOTIFY_SMS=webhook"),
        wrong(SECRET + "push.adapter = webhook", "ORDINAL_NOTIFY_PUSH_URL", "https://"),
        wrong(SECRET + "push { adapter = webhook, url = \"ftp://h/\" }", "ORDINAL_NOTIFY_PUSH_URL"),
        wrong(SECRET + "push { adapter = webhook, url = \"/p\" }", "ORDINAL_NOTIFY_PUSH_URL"),
        wrong(SECRET + "push { adapter = webhook, url = \"http:// h\" }", "_PUSH_URL"),
        wrong(
            SECRET + "technician { adapter = webhook, url = \"http://u:pw@h/\" }",
            "ORDINAL_NOTIFY_TECHNICIAN_URL",
            "without a user"),
        wrong("sms { adapter = webhook, url = \"http://h/\" }", "ORDINAL_WEBHOOK_SECRET", "16"),
        wrong("webhook.secret = \"short\"", "ORDINAL_WEBHOOK_SECRET", "16 to 256"),
        wrong("claim = 5s", "notifications.claim must be longer", "webhook.timeout"),
        wrong("retry.attempts = 0", "retry.attempts must be 1 or more"),
        wrong("at-once = 0", "at-once must be 1 or more"));
  }

  private static DynamicTest wrong(String hocon, String... words) {
    return dynamicTest(
        hocon,
        () ->
            assertThatThrownBy(() -> settings(hocon))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll(words));
  }

  @Test
  void allWrongValuesAreNamedAtOnceAndNoSecretIsShown() {
    assertThatThrownBy(
            () ->
                settings(
                    """
                    webhook.secret = "s3cret"
                    sms.adapter = x
                    push { adapter = webhook, url = "http://u:pw@h/" }"""))
        .hasMessageContainingAll("NOTIFY_SMS", "NOTIFY_PUSH_URL", "WEBHOOK_SECRET")
        .hasMessageNotContainingAny("s3cret", "pw");
  }

  /** 5 s, 10 s, 20 s … one hour, each a tenth more or less. */
  @Test
  void waitsDoubleUpToAnHour() {
    var plan = settings("").retry();
    var random = new Random(1);
    for (int failures = 1; failures < 16; failures++) {
      double expected = Math.min(5000 * Math.pow(2, failures - 1), 3_600_000);
      for (int i = 0; i < 100; i++) {
        assertThat((double) plan.after(failures, random).toMillis())
            .isBetween(expected * 0.9 - 1, expected * 1.1 + 1);
      }
    }
    assertThat(IntStream.range(1, 20).filter(n -> !plan.isOver(n)).max()).hasValue(15);
    assertThat(plan.after(1000, random)).isPositive();
  }
}
