package ordinal.faults.checker;

/** Why nothing could be said, in one line: the checker found no difference and no agreement. */
public final class CheckFailure extends RuntimeException {

  private static final long serialVersionUID = 1L;

  public CheckFailure(String message) {
    super(message);
  }

  public CheckFailure(String message, Throwable cause) {
    super(message, cause);
  }
}
