package ordinal.bridge;

/** A message that nobody can do anything with, now or later; the message says why. */
public final class Unusable extends Exception {

  private static final long serialVersionUID = 1L;

  public Unusable(String reason) {
    super(reason);
  }

  String reason() {
    return String.valueOf(getMessage());
  }
}
