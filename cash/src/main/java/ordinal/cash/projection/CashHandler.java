package ordinal.cash.projection;

import java.util.List;
import ordinal.projections.ProjectionSession;
import ordinal.projections.tail.Page;
import org.apache.pekko.projection.jdbc.javadsl.JdbcHandler;

/** Writes all rows of a page, in one transaction with the offset behind it. */
final class CashHandler extends JdbcHandler<Page, ProjectionSession> {

  private final List<PageRows> rows;

  CashHandler(List<PageRows> rows) {
    this.rows = rows;
  }

  @Override
  public void process(ProjectionSession session, Page page) throws Exception {
    session.withConnection(
        db -> {
          for (var one : rows) one.apply(db, page);
          return page;
        });
  }
}
