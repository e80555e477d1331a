package ordinal.faults.checker;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;

/**
 * Ids that follow from what they name, worked out a second time.
 *
 * <p>The rule: SHA-256 over the parts in UTF-8, each with its length in four bytes before it; the
 * first 128 bits, as 26 characters of Crockford's base32, filled up with zero bits at the end.
 */
final class DerivedIds {

  private static final String ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
  private static final int CHARACTERS = 26;
  private static final int BITS_OF_CHARACTER = 5;

  private DerivedIds() {}

  static String ofEvent(String persistenceId, long sequenceNr) {
    return derive("event", persistenceId, Long.toString(sequenceNr));
  }

  static String ofOrder(String tenantId, String userId, String clientRequestId) {
    return "ORD" + derive("order", tenantId, userId, clientRequestId);
  }

  static String derive(String... parts) {
    var bytes = new ByteArrayOutputStream();
    try (var out = new DataOutputStream(bytes)) {
      for (var part : parts) {
        var text = part.getBytes(StandardCharsets.UTF_8);
        out.writeInt(text.length);
        out.write(text);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    var first128 = Arrays.copyOf(sha256(bytes.toByteArray()), 16);
    return base32(new BigInteger(1, first128).shiftLeft(CHARACTERS * BITS_OF_CHARACTER - 128));
  }

  private static byte[] sha256(byte[] bytes) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(bytes);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }

  private static String base32(BigInteger number) {
    var text = new StringBuilder(CHARACTERS);
    for (int i = CHARACTERS - 1; i >= 0; i--) {
      int digit = number.shiftRight(i * BITS_OF_CHARACTER).intValue() & 31;
      text.append(ALPHABET.charAt(digit));
    }
    return text.toString();
  }
}
