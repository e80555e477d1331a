package ordinal.cash.reconciliation;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

/**
 * Compares two books. A check never decides what is right: it knows what the journal demands, looks
 * whether it is there, and if not has it done again by whoever does it usually.
 *
 * <p>Looking changes nothing and may be repeated; so may a repair.
 */
interface Check {

  /** For the log, and for what could not be compared. */
  String name();

  /**
   * Projections that must have taken in the window before there is anything to compare. Those that
   * a check can look at exactly, however far they are, are not among them.
   */
  List<String> follows();

  /** What is otherwise in this part, on a connection in autocommit mode. */
  List<Found> look(Connection db, Part part) throws SQLException;

  /**
   * Puts these right, on a thread that may wait; what became of each, in their order. Only those of
   * a kind that {@link DifferenceKind#isRepaired is repaired}.
   */
  List<Outcome> repair(List<Found> found) throws InterruptedException;
}
