/**
 * Says whether what was acknowledged, what is in the journal, what is on Kafka and what the views
 * show are the same. Shares no code with the product, so that one mistake cannot be made twice: a
 * test holds that nothing of {@code ordinal} but this package is used here.
 */
@NullMarked
package ordinal.faults.checker;

import org.jspecify.annotations.NullMarked;
