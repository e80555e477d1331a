package ordinal.faults.checker;

import java.nio.file.Path;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Where to look, and at what.
 *
 * @param bootstrap Kafka's address; needed for {@link Part#KAFKA} only
 * @param acknowledged a file of {@link Acknowledged} lines, or null when there is none
 */
public record Sources(
    String jdbcUrl,
    String user,
    String password,
    @Nullable String bootstrap,
    String topic,
    @Nullable Path acknowledged,
    Set<Part> parts) {

  /** Where orders' events are. */
  public static final String ORDER_EVENTS = "order-events";

  public Sources {
    parts = Set.copyOf(parts);
    if (parts.contains(Part.KAFKA) && bootstrap == null) {
      throw new IllegalArgumentException("comparing with Kafka needs its address: --kafka");
    }
    if (parts.contains(Part.DELIVERIES) && !parts.contains(Part.KAFKA)) {
      throw new IllegalArgumentException("comparing deliveries needs Kafka too: --only with both");
    }
  }

  /** A record would print its password. */
  @Override
  public String toString() {
    return "Sources[" + jdbcUrl + ", " + bootstrap + ", " + parts + "]";
  }
}
