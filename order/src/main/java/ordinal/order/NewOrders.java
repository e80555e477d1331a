package ordinal.order;

import java.util.List;
import java.util.concurrent.CompletionStage;

/** Where an order that is most probably new is stored without starting its entity. */
@FunctionalInterface
public interface NewOrders {

  /**
   * Stores the first events of an entity, all or none.
   *
   * @return false when it has events already, and nothing was stored; fails when it is not known
   */
  CompletionStage<Boolean> store(String persistenceId, List<OrderEvent> events);
}
