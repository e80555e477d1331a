package ordinal.projections.message;

import ordinal.projections.tail.JournalRow;

/** A stored event that there is no message for. */
public final class UnknownEvent extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private UnknownEvent(String message) {
    super(message);
  }

  static UnknownEvent of(JournalRow row) {
    return new UnknownEvent("there is no message for " + row.event().getClass().getName());
  }
}
