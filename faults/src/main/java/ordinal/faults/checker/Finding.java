package ordinal.faults.checker;

/**
 * One thing that is not as it should be.
 *
 * @param subject where to look: an order and its event, a place on Kafka, a row
 * @param detail what is there and what should be
 */
public record Finding(Fault fault, String subject, String detail) {
  @Override
  public String toString() {
    return fault + " " + subject + ": " + detail;
  }
}
