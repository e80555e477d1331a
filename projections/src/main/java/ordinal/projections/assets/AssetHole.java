package ordinal.projections.assets;

import ordinal.projections.tail.JournalRow;

/**
 * An account's or coupon's event came before the one that precedes it: something was skipped on the
 * way here. Nothing of its page is taken, so that the rows stay as they were, behind but right.
 */
public final class AssetHole extends RuntimeException {

  private static final long serialVersionUID = 1L;

  AssetHole(JournalRow row, long known) {
    super(
        "%s: its event %d (ordering %d) came, but the view knows only %d of its events"
            .formatted(row.persistenceId(), row.sequenceNr(), row.ordering(), known));
  }
}
