package ordinal.kernel;

/**
 * A request's own name, and a fingerprint of what it says: the same key with another fingerprint is
 * another request under a used name.
 */
public record IdempotencyKey(String key, String fingerprint) implements JsonMessage {}
