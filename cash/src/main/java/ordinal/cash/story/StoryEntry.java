package ordinal.cash.story;

import java.time.Instant;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One line of an order's story.
 *
 * @param what the event that it is about, or the call; of a refund what became of it
 * @param details by name, in their order: text, whole numbers, or amounts with two decimals
 */
public record StoryEntry(
    Instant at, Source source, String what, Map<String, Object> details, String traceId) {

  /** What leads to what comes first: so is the order of entries of one moment. */
  static final Comparator<StoryEntry> BY_TIME =
      Comparator.comparing(StoryEntry::at).thenComparing(StoryEntry::source);

  /** Who knows it. */
  public enum Source {
    /** A call of the API that the order took. */
    HTTP,
    /** The order's own journal. */
    ORDER,
    /** The built-in stock service's reservation for it. */
    STOCK,
    /** Wallets, points, commissions and coupons that it moved. */
    ASSETS,
    /** Money that a provider gives back. */
    REFUND,
    /** Somebody who is told of it. */
    NOTIFICATION,
    /** An event's place on Kafka. */
    KAFKA,
    /** What a consumer made of a message. */
    CONSUMER
  }

  public StoryEntry {
    details = Collections.unmodifiableMap(new LinkedHashMap<>(details));
  }

  static StoryEntry of(Instant at, Source source, String what, String traceId) {
    return new StoryEntry(at, source, what, Map.of(), traceId);
  }

  /** With one detail more, if there is one. */
  StoryEntry with(String name, @Nullable Object value) {
    if (value == null) return this;
    var more = new LinkedHashMap<>(details);
    more.put(name, value);
    return new StoryEntry(at, source, what, more, traceId);
  }
}
