package ordinal.cash.process;

/** Somebody did not answer, or does not know whether it was stored: to be tried again. */
final class NotNow extends RuntimeException {

  private static final long serialVersionUID = 1L;

  NotNow(String who, String why) {
    super(who + ": " + why);
  }

  String reason() {
    return String.valueOf(getMessage());
  }
}
