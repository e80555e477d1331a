package ordinal.faults.checker;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The journal as a whole.
 *
 * @param byEntity every entity's events, in the order of the journal
 * @param markers rows that only close holes in the numbering
 * @param rowsBelowHead how many rows there are up to the head, events and markers
 * @param head up to where every ordering is said to be a row
 * @param slices into how many slices it is divided
 * @param id the name that this journal has on Kafka; empty when it has none
 */
record Journal(
    Map<String, List<StoredEvent>> byEntity,
    List<StoredEvent> markers,
    long rowsBelowHead,
    long head,
    int slices,
    String id) {

  /** What a marker has in place of an entity's id. */
  static final String MARKER = "~hole";

  static Map<String, List<StoredEvent>> group(Iterable<StoredEvent> inOrder) {
    var groups = new LinkedHashMap<String, List<StoredEvent>>();
    for (var event : inOrder) {
      groups.computeIfAbsent(event.persistenceId(), id -> new ArrayList<>(2)).add(event);
    }
    return groups;
  }

  long events() {
    return byEntity.values().stream().mapToLong(List::size).sum();
  }

  List<StoredEvent> of(String orderNo) {
    return byEntity.getOrDefault(StoredEvent.persistenceId(orderNo), List.of());
  }
}
