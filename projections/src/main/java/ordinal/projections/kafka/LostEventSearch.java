package ordinal.projections.kafka;

import java.sql.SQLException;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import ordinal.projections.deliveries.DeliverySearch;
import ordinal.projections.operation.LostEvents;

/**
 * Looks on Kafka itself before anything is sent again: a lost row of {@code event_delivery} must
 * not become a second record.
 */
public final class LostEventSearch implements LostEvents {

  private final Audit audit;
  private final DeliverySearch search;

  public LostEventSearch(Audit audit, DeliverySearch search) {
    this.audit = audit;
    this.search = search;
  }

  @Override
  public Map<Long, Fate> restore(Collection<Event> events) throws SQLException {
    var fates = new HashMap<Long, Fate>();
    if (events.isEmpty()) return fates;
    if (!audit.isRecorded()) {
      for (var one : events) fates.put(one.ordering(), Fate.NOT_KNOWN_YET);
      return fates;
    }
    var oldest = events.stream().map(Event::storedAt).min(Instant::compareTo).orElseThrow();
    var orderings = events.stream().map(Event::ordering).toList();
    var found = search.record(orderings, oldest);
    var gone = orderings.stream().filter(ordering -> !found.contains(ordering)).toList();
    audit.resend(gone);
    for (var ordering : found) fates.put(ordering, Fate.RECORDED);
    for (var ordering : gone) fates.put(ordering, Fate.SENT_AGAIN);
    return fates;
  }
}
