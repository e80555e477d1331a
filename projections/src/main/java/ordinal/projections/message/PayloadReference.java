package ordinal.projections.message;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import ordinal.projections.tail.JournalRow;

/**
 * Stands in a message for a payload that is too large for Kafka: {@code {"payloadRef": {"href",
 * "size", "sha256"}}}. The href is a path of the HTTP API.
 */
final class PayloadReference {

  private PayloadReference() {}

  static byte[] to(JournalRow row, byte[] payload) {
    return """
           {"orderNo":"%s","payloadRef":{"href":"/orders/%s/events/%d","size":%d,"sha256":"%s"}}"""
        .formatted(
            row.entityId(), row.entityId(), row.sequenceNr(), payload.length, sha256(payload))
        .getBytes(UTF_8);
  }

  private static String sha256(byte[] bytes) {
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }
}
