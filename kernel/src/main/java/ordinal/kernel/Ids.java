package ordinal.kernel;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;

/**
 * Ids that callers choose, and ids that follow from what callers sent.
 *
 * <p>A derived id is the first 128 bits of a SHA-256 over its parts, each with its length before
 * it, so that ("ab", "c") and ("a", "bc") differ. The same parts give the same id on every node and
 * for ever; nothing is looked up.
 */
public final class Ids {

  /** What an id of a caller may look like; CONTRACT promises it. */
  public static final String PATTERN = "[A-Za-z0-9._:-]{1,64}";

  private static final int MOST_ID_CHARS = 64;
  private static final String CROCKFORD = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
  private static final int DERIVED_BYTES = 16;
  private static final int DERIVED_CHARS = 26;

  private Ids() {}

  public static boolean isId(String text) {
    int length = text.length();
    if (length == 0 || length > MOST_ID_CHARS) return false;
    for (int i = 0; i < length; i++) {
      if (!isIdChar(text.charAt(i))) return false;
    }
    return true;
  }

  /** By hand, because every order has several ids and a regular expression took 4 % of its time. */
  private static boolean isIdChar(char c) {
    return (c >= 'a' && c <= 'z')
        || (c >= 'A' && c <= 'Z')
        || (c >= '0' && c <= '9')
        || c == '.'
        || c == '_'
        || c == ':'
        || c == '-';
  }

  /** 26 characters of Crockford's base32 that identify these parts, in this order. */
  public static String derive(String... parts) {
    return base32(digest(parts));
  }

  /** The id of the event that an entity stored at this sequence number, the same on every path. */
  public static String eventId(String persistenceId, long sequenceNr) {
    return derive("event", persistenceId, Long.toString(sequenceNr));
  }

  private static byte[] digest(String... parts) {
    try {
      var sha = MessageDigest.getInstance("SHA-256");
      for (var part : parts) {
        var bytes = part.getBytes(StandardCharsets.UTF_8);
        sha.update(ByteBuffer.allocate(Integer.BYTES).putInt(bytes.length).array());
        sha.update(bytes);
      }
      return Arrays.copyOf(sha.digest(), DERIVED_BYTES);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }

  /** Most significant bits first; the last character holds the three bits that are left. */
  private static String base32(byte[] bytes) {
    var text = new char[DERIVED_CHARS];
    int buffer = 0;
    int bits = 0;
    int at = 0;
    for (byte b : bytes) {
      buffer = (buffer << Byte.SIZE) | (b & 0xff);
      bits += Byte.SIZE;
      while (bits >= 5) {
        bits -= 5;
        text[at++] = CROCKFORD.charAt((buffer >> bits) & 31);
      }
    }
    // 128 bits are 25 characters and three bits.
    text[at] = CROCKFORD.charAt((buffer << (5 - bits)) & 31);
    return new String(text);
  }
}
