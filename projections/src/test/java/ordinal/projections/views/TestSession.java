package ordinal.projections.views;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.List;
import ordinal.projections.ProjectionSession;
import ordinal.projections.TestJournal;
import ordinal.projections.tail.Page;
import ordinal.projections.tail.SliceRange;

/** Applies pages as the projection does: rows and offset in one transaction. */
public final class TestSession {

  public static final SliceRange ALL = SliceRange.all(TestJournal.SLICES);

  private static final String SAVE_OFFSET =
      """
      INSERT INTO projection_offset VALUES (?, ?, ?, 'LNG', FALSE, 0)
      ON DUPLICATE KEY UPDATE current_offset = VALUES(current_offset)""";

  private final TestJournal journal;
  private final OrderViewHandler handler;

  public TestSession(TestJournal journal) {
    this(journal, ViewTables.LIVE, new SimpleMeterRegistry());
  }

  TestSession(TestJournal journal, ViewTables tables, MeterRegistry metrics) {
    this.journal = journal;
    this.handler = new OrderViewHandler(tables, "orders", metrics);
  }

  void apply(Page page) throws Exception {
    apply(ALL, page);
  }

  void apply(SliceRange range, Page page) throws Exception {
    var session = new ProjectionSession(journal.dataSource());
    try {
      session.withConnection(
          db -> {
            try (var save = db.prepareStatement(SAVE_OFFSET)) {
              save.setString(1, OrderViews.NAME);
              save.setString(2, range.key());
              save.setLong(3, page.upTo());
              return save.executeUpdate();
            }
          });
      handler.process(session, page);
      session.commit();
    } catch (Exception e) {
      session.rollback();
      throw e;
    } finally {
      session.close();
    }
  }

  /** Applies all that there is behind a position, in pages of this size; how many events. */
  public int drain(SliceRange range, long after, int pageSize) throws Exception {
    int events = 0;
    for (var page = journal.page(range, after, pageSize);
        !page.rows().isEmpty();
        page = journal.page(range, page.upTo(), pageSize)) {
      apply(range, page);
      events += page.rows().size();
    }
    return events;
  }

  /** Everything in the three tables. */
  public static List<List<List<String>>> contents(TestJournal journal, ViewTables tables)
      throws Exception {
    return List.of(
        journal.query("SELECT * FROM " + tables.orders() + " ORDER BY order_id"),
        journal.query("SELECT * FROM " + tables.items() + " ORDER BY order_id, line_no"),
        journal.query("SELECT * FROM " + tables.flow() + " ORDER BY order_id, seq"));
  }
}
