package ordinal.cash.notifications;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Instant;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Shows the receiver that a call is ours and when it was made: HMAC-SHA256 over the time in seconds
 * since 1970, a full stop, and the body's bytes. The time is part of it, so that who has overheard
 * a call cannot make it again later.
 */
final class WebhookSignature {

  static final String HEADER = "X-Ordinal-Signature";

  private static final String ALGORITHM = "HmacSHA256";

  private final SecretKeySpec key;

  WebhookSignature(String secret) {
    this.key = new SecretKeySpec(secret.getBytes(StandardCharsets.UTF_8), ALGORITHM);
  }

  /** The header's value: {@code t=1772354400,v1=} and 64 hexadecimal digits. */
  String of(Instant at, byte[] body) {
    long seconds = at.getEpochSecond();
    try {
      var mac = Mac.getInstance(ALGORITHM);
      mac.init(key);
      mac.update((seconds + ".").getBytes(StandardCharsets.UTF_8));
      return "t=" + seconds + ",v1=" + HexFormat.of().formatHex(mac.doFinal(body));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every JDK has " + ALGORITHM, e);
    }
  }
}
