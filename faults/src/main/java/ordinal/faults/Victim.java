package ordinal.faults;

/** Something that can be killed with -9 and started again, on the same data and the same ports. */
interface Victim extends AutoCloseable {

  void start();

  /** Returns when the process is gone. */
  void kill();

  boolean isAlive();

  /** Ends it for good. */
  @Override
  void close();
}
