package ordinal.projections.tail;

/** The bytes of a stored event are not one that this program knows. */
public final class UnreadableEvent extends RuntimeException {

  private static final long serialVersionUID = 1L;

  UnreadableEvent(String message, Throwable cause) {
    super(message, cause);
  }
}
