package ordinal.http.admin;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import org.jspecify.annotations.Nullable;

/**
 * The token that opens the management port. Only its hash is kept, so nothing can print it, and
 * comparing hashes takes the same time whatever was sent, also in length.
 */
public final class AdminToken {

  private static final String SCHEME = "Bearer ";

  private final byte[] hash;

  private AdminToken(byte[] hash) {
    this.hash = hash;
  }

  public static AdminToken of(String text) {
    return new AdminToken(hash(text));
  }

  /** Whether this is the value of an Authorization header that carries the token. */
  boolean opens(@Nullable String authorization) {
    if (authorization == null) return false;
    boolean isBearer = authorization.regionMatches(true, 0, SCHEME, 0, SCHEME.length());
    var given = isBearer ? authorization.substring(SCHEME.length()).strip() : "";
    return MessageDigest.isEqual(hash, hash(given)) && isBearer;
  }

  private static byte[] hash(String text) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }
}
