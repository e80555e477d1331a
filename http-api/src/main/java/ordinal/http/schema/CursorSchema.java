package ordinal.http.schema;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.ByteBuffer;
import java.util.Base64;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;

/**
 * Where a list goes on: a position, in a form that callers pass back and do not read.
 *
 * <p>A version, the position and a check over both, in base64url. The check is no secret: it tells
 * a cursor of ours from one that was cut, mistyped or made up, and what is behind a position anyone
 * may ask for anyway. The version lets a later release know an older one's.
 */
public record CursorSchema() implements Schema<Long> {

  private static final byte VERSION = 1;
  private static final int BYTES = 1 + Long.BYTES + Integer.BYTES;
  private static final int CHARACTERS = 18;

  /** What is said of a cursor that no earlier answer had. */
  public static final String RULE = "must be the nextCursor of an earlier answer, unchanged";

  public static String write(long position) {
    var bytes = new byte[BYTES];
    var buffer = ByteBuffer.wrap(bytes).put(VERSION).putLong(position);
    buffer.putInt(checksum(bytes));
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }

  @Override
  public @Nullable Long check(JsonValue value, String path, Faults faults) {
    var position = read(text(value));
    if (position == null) faults.add(path, RULE);
    return position;
  }

  /** A query has no types, so a cursor of digits only arrives as a number. */
  private static String text(JsonValue value) {
    if (value instanceof JsonValue.Text text) return text.value();
    return value instanceof JsonValue.Num number ? number.written() : "";
  }

  private static @Nullable Long read(String text) {
    if (text.length() != CHARACTERS) return null;
    ByteBuffer bytes;
    try {
      bytes = ByteBuffer.wrap(Base64.getUrlDecoder().decode(text));
    } catch (IllegalArgumentException e) {
      return null;
    }
    long position = bytes.getLong(1);
    // Written again it must be the same: that checks the version, the check and the last bits.
    return position >= 0 && write(position).equals(text) ? position : null;
  }

  private static int checksum(byte[] bytes) {
    var crc = new CRC32();
    crc.update(bytes, 0, 1 + Long.BYTES);
    return (int) crc.getValue();
  }

  @Override
  public ObjectNode describe(Definitions definitions) {
    return Schema.node("string").put("pattern", "^[A-Za-z0-9_-]{" + CHARACTERS + "}$");
  }
}
