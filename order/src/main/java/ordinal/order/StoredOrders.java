package ordinal.order;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/** Where an order is read without starting its entity. */
@FunctionalInterface
public interface StoredOrders {

  /**
   * All events of an entity, the first one first; none when it has none. What its entity has
   * acknowledged is among them.
   *
   * @return nothing when the entity is to be asked instead; fails when the journal does not answer
   */
  CompletionStage<Optional<List<OrderEvent>>> events(String persistenceId);
}
