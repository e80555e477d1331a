/**
 * Compares all books with each other: what the journal says happened with what views, Kafka,
 * assets, payments, refunds and notifications have of it.
 *
 * <p>A run takes the entities that something happened to in a window of time, part by part, and has
 * each {@link ordinal.cash.reconciliation.Check} look at them. What is otherwise is looked at again
 * after a pause, so that nothing is told that was only under way; what is then still otherwise is a
 * difference. {@link ordinal.cash.reconciliation.DifferenceKind} says which of them are put right,
 * and which need a person.
 */
@NullMarked
package ordinal.cash.reconciliation;

import org.jspecify.annotations.NullMarked;
