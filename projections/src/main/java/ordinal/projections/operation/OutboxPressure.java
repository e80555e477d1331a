package ordinal.projections.operation;

/** How much is waiting in the outbox, as this node last saw it; costs nothing to ask. */
@FunctionalInterface
public interface OutboxPressure {
  long pending();
}
