package ordinal.projections.operation;

import java.sql.SQLException;
import java.time.Instant;
import java.util.Collection;
import java.util.Map;

/**
 * Finds out what became of events that were published long ago and of which nobody knows where on
 * Kafka they are.
 */
public interface LostEvents {

  /**
   * Puts it right: what is on Kafka after all is recorded again, and what is not is sent again,
   * after later events of its entity. May take as long as it takes to read the topics from where
   * the events were stored to their ends.
   *
   * @return by ordering
   */
  Map<Long, Fate> restore(Collection<Event> events) throws SQLException;

  /** One of them. */
  record Event(long ordering, Instant storedAt) {}

  /** What became of it. */
  enum Fate {
    /** It is on Kafka, and its place is known again. */
    RECORDED,
    /** It is not on Kafka, and is on its way there again. */
    SENT_AGAIN,
    /** The recorder has not read the topics to their ends yet: nobody can tell. */
    NOT_KNOWN_YET
  }
}
