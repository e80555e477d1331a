package ordinal.projections.views;

/**
 * An order's event came before the one that precedes it: something was skipped on the way here. The
 * view takes nothing of that page, so that it stays as it was before, behind but right.
 */
public final class ViewHole extends RuntimeException {

  private static final long serialVersionUID = 1L;

  ViewHole(String orderNo, long sequenceNr, long ordering, long known) {
    super(
        "order %s: its event %d (ordering %d) came, but the view knows only %d of its events"
            .formatted(orderNo, sequenceNr, ordering, known));
  }
}
