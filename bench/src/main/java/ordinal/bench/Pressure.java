package ordinal.bench;

/**
 * Holds a closed loop back: tells whether one more may be sent now. Asked often, by the one thread
 * of a load.
 */
@FunctionalInterface
public interface Pressure {

  /** Sends whenever a connection is free. */
  Pressure NONE = created -> true;

  /**
   * Whether one more may go out.
   *
   * @param created how many orders this load has created so far
   */
  boolean admits(long created);
}
