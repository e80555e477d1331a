package ordinal.inbox;

/** Another inbox has taken a partition over: what this one was about to write is void. */
final class PartitionLost extends Exception {

  private static final long serialVersionUID = 1L;

  PartitionLost(String message) {
    super(message);
  }
}
