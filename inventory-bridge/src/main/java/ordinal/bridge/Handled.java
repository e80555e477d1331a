package ordinal.bridge;

import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.regex.Pattern;
import ordinal.kernel.Ids;
import org.jspecify.annotations.Nullable;

/**
 * A message and what became of it in this round.
 *
 * @param message null when it cannot be read
 * @param outcome null when it was not tried: it waits behind an earlier one of its key
 * @param attempts with this one
 */
record Handled(
    Received received,
    @Nullable Message message,
    @Nullable Outcome outcome,
    int attempts,
    long costMillis) {

  private static final Pattern NOT_PLAIN = Pattern.compile("[^ -~]");

  static Handled waiting(Received received, Message message) {
    return new Handled(received, message, null, received.attempts(), 0);
  }

  String eventId() {
    return message == null ? "" : message.eventId();
  }

  String eventType() {
    return message == null ? "unreadable" : plain(message.eventType(), 100);
  }

  /** Of one that cannot be read, the record's own key. */
  String bizKey() {
    if (message != null) return message.bizKey();
    var key = received.key();
    return key == null ? "" : plain(new String(key, StandardCharsets.UTF_8), 255);
  }

  String traceId() {
    return message == null ? "" : message.trace().traceId();
  }

  /** The same for a message however often it dies. */
  String letterId(String group) {
    var partition = received.partition();
    return Ids.derive(
        "dead-letter",
        group,
        partition.topic(),
        Integer.toString(partition.partition()),
        Long.toString(received.offset()));
  }

  /** Why it was not handled as it was meant to be, if there is something to say. */
  @Nullable String reason() {
    if (outcome == null) return "waits behind an earlier message of the same key";
    if (outcome instanceof Outcome.Repeated) return "repeated: it was handled before";
    if (outcome instanceof Outcome.Ignored ignored) return shortened(ignored.reason());
    if (outcome instanceof Outcome.MayPass may) return shortened(may.reason());
    if (outcome instanceof Outcome.CannotPass cannot) return shortened(cannot.reason());
    return null;
  }

  String reasonOrNone() {
    return Objects.requireNonNullElse(reason(), "");
  }

  private static String shortened(String reason) {
    return reason.length() <= 500 ? reason : reason.substring(0, 500);
  }

  private static String plain(String text, int longest) {
    var plain = NOT_PLAIN.matcher(text).replaceAll("?");
    return plain.length() <= longest ? plain : plain.substring(0, longest);
  }
}
