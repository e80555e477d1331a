package ordinal.cash.projection;

import java.sql.Connection;
import java.sql.SQLException;
import ordinal.projections.tail.Page;

/**
 * Rows that follow from the journal's events. Written in the transaction that moves the offset, so
 * every page counts once; a page that a zombie brings a second time must change nothing for good.
 */
@FunctionalInterface
public interface PageRows {

  /** Brings the rows to where they are after this page, in the caller's transaction. */
  void apply(Connection db, Page page) throws SQLException;
}
