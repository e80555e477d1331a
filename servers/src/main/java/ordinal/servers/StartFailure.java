package ordinal.servers;

/**
 * Why a server could not start, in one line that also says what to do about it. The program prints
 * the message and ends with code 1; a stack trace would only hide it.
 */
public final class StartFailure extends RuntimeException {

  private static final long serialVersionUID = 1L;

  public StartFailure(String whatAndHowToFix) {
    super(whatAndHowToFix);
  }

  public StartFailure(String whatAndHowToFix, Throwable cause) {
    super(whatAndHowToFix, cause);
  }
}
