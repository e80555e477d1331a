package ordinal.faults.checker;

/** What is compared with the journal. */
public enum Part {
  /** The acknowledged answers, and the journal with itself. */
  JOURNAL,
  KAFKA,
  VIEWS,
  /** Where the database says that each event is on Kafka; needs {@link #KAFKA}. */
  DELIVERIES
}
