package ordinal.faults;

/** Something that can be killed with -9 and started again, on the same data and the same ports. */
interface Victim extends AutoCloseable {

  void start();

  /** Returns when the process is gone. */
  void kill();

  boolean isAlive();

  /**
   * Of one that has ended, how, in words: a code of 1 is its own decision, 143 somebody's signal.
   */
  String ending();

  /** Ends it for good. */
  @Override
  void close();
}
