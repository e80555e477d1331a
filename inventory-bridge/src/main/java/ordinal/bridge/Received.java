package ordinal.bridge;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;

/** A message as Kafka gave it to us, now or before: what is in it is not looked at here. */
final class Received {

  /** How it comes to be handled now. */
  enum Origin {
    /** For the first time. */
    NEW,
    /** It is tried again by itself. */
    PARKED,
    /** It was dead, and somebody wants it tried again. */
    REPLAYED
  }

  private final Origin origin;
  private final TopicPartition partition;
  private final long offset;
  private final int attempts;
  private final byte @Nullable [] key;
  private final byte @Nullable [] value;
  private final Headers headers;

  /**
   * @param attempts how often it was tried before
   */
  Received(
      Origin origin,
      TopicPartition partition,
      long offset,
      int attempts,
      byte @Nullable [] key,
      byte @Nullable [] value,
      Headers headers) {
    this.origin = origin;
    this.partition = partition;
    this.offset = offset;
    this.attempts = attempts;
    this.key = key;
    this.value = value;
    this.headers = headers;
  }

  static Received of(ConsumerRecord<byte[], byte[]> record) {
    return new Received(
        Origin.NEW,
        new TopicPartition(record.topic(), record.partition()),
        record.offset(),
        0,
        record.key(),
        record.value(),
        record.headers());
  }

  Origin origin() {
    return origin;
  }

  TopicPartition partition() {
    return partition;
  }

  long offset() {
    return offset;
  }

  int attempts() {
    return attempts;
  }

  /** Not a copy. */
  byte @Nullable [] key() {
    return key;
  }

  /** Not a copy. */
  byte @Nullable [] value() {
    return value;
  }

  Headers headers() {
    return headers;
  }

  @Nullable String header(String name) {
    Header header = headers.lastHeader(name);
    if (header == null || header.value() == null) return null;
    return new String(header.value(), StandardCharsets.UTF_8);
  }

  /** Where it is on Kafka. */
  String place() {
    return partition + "@" + offset;
  }

  /** When a message is tried again. */
  record Due(int attempts, @Nullable Instant at) {}
}
