package ordinal.inbox;

import java.sql.SQLException;
import java.util.List;
import java.util.Set;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/** What a service does with its messages. All of it is called on the inbox's own thread. */
@FunctionalInterface
public interface InboxHandler {

  /**
   * Works out what a batch leads to, outside of any transaction: it may take its time and ask
   * others. What others are told here can be told again, after a crash, by whoever takes the
   * partition over; so they have to bear that. What {@link InboxEffect#write} writes happens once.
   *
   * <p>Called after every poll, also when that brought nothing, so that a service can do what has
   * become due. The records of a partition are in the order of their offsets.
   *
   * <p>When it throws, nothing was handled: it is called again with the same batch after a pause.
   *
   * @return what to write, or null when there is nothing but the offsets to move
   */
  @Nullable InboxEffect prepare(List<ConsumerRecord<byte[], byte[]>> batch) throws Exception;

  /** These partitions are this inbox's from now on: the time to load what is known of them. */
  default void taken(Set<TopicPartition> partitions) throws SQLException {}

  /** These are not any more. */
  default void lost(Set<TopicPartition> partitions) {}
}
