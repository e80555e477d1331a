package ordinal.cash.reconciliation;

import java.util.List;

/**
 * Some entities that something happened to in the window.
 *
 * @param entities all of them, as the journal names them
 * @param orders those of them that are orders, with their lives
 */
record Part(JournalWindow window, List<String> entities, List<PartOrder> orders) {
  Part {
    entities = List.copyOf(entities);
    orders = List.copyOf(orders);
  }

  /** Orders of which everything that their events lead to can be expected to have happened. */
  List<PartOrder> settledOrders() {
    return orders.stream().filter(PartOrder::settled).toList();
  }

  /** Entities of one type, as the journal names them. */
  List<String> ofType(String type) {
    return entities.stream().filter(id -> id.startsWith(type + "|")).toList();
  }

  static String entityId(String persistenceId) {
    return persistenceId.substring(persistenceId.indexOf('|') + 1);
  }
}
