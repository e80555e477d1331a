package ordinal.projections.views;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import ordinal.projections.ProjectionSession;
import ordinal.projections.tail.JournalRow;
import ordinal.projections.tail.Page;
import org.apache.pekko.projection.jdbc.javadsl.JdbcHandler;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps order_view, order_item_view and order_state_flow as the journal says, so that lists and
 * searches never wake an entity.
 *
 * <p>A page's rows and the offset behind it commit in one transaction: both are there or neither.
 * Beside that, a row moves only from event n-1 to event n, so a page that is delivered twice, by a
 * second instance, or again from the start changes nothing; several instances at once are slow, not
 * wrong. An event whose predecessor the view never saw is a {@link ViewHole}: nothing of its page
 * is taken, and the projection tries again with a backoff until someone looks.
 *
 * <p>A page costs a handful of statements, whatever it holds. New orders are inserted unseen; only
 * when the database says that one was there already are their rows read and the page folded again.
 */
public final class OrderViewHandler extends JdbcHandler<Page, ProjectionSession> {

  private static final Logger LOG = LoggerFactory.getLogger(OrderViewHandler.class);
  private static final String ORDERS = "Order|";
  private static final int DUPLICATE_KEY = 1062;

  private final ViewWriter writer;
  private final Counter handled;
  private final Counter holes;

  OrderViewHandler(ViewTables tables, String projection, MeterRegistry metrics) {
    this.writer = new ViewWriter(tables);
    this.handled =
        Counter.builder("projection.event.handled")
            .description("Events that a projection has taken in.")
            .tag("projection", projection)
            .register(metrics);
    this.holes =
        Counter.builder("projection.event.hole")
            .description("Times that an event came before the one that precedes it.")
            .tag("projection", projection)
            .register(metrics);
  }

  @Override
  public void process(ProjectionSession session, Page page) throws Exception {
    session.withConnection(
        db -> {
          apply(db, page);
          return page;
        });
  }

  /** Brings the tables to where they are after this page, in the caller's transaction. */
  void apply(Connection db, Page page) throws SQLException {
    var events =
        page.rows().stream().filter(row -> row.persistenceId().startsWith(ORDERS)).toList();
    if (events.isEmpty()) return;
    try {
      var fold = PageFold.of(events, writer.load(db, begunEarlier(events)));
      try {
        writer.insertOrders(db, fold.begun());
      } catch (SQLException e) {
        if (e.getErrorCode() != DUPLICATE_KEY) throw e;
        // Delivered before. The failed statement left nothing behind; now look at all of them.
        fold = PageFold.of(events, writer.load(db, orderNos(events)));
        writer.insertOrders(db, fold.begun());
      }
      writer.insertItems(db, fold.begun());
      writer.moveOrders(db, fold.moved());
      writer.insertFlow(db, fold.flow());
      handled.increment(fold.flow().size());
    } catch (ViewHole e) {
      holes.increment();
      LOG.error("[Views] [ALERT] {}", e.getMessage());
      throw e;
    }
  }

  /** Orders whose first event is not in this page. */
  private static Set<String> begunEarlier(List<JournalRow> events) {
    var begun = new LinkedHashSet<String>();
    var earlier = new LinkedHashSet<String>();
    for (var row : events) {
      var orderNo = row.entityId();
      if (row.sequenceNr() == 1) {
        begun.add(orderNo);
      } else if (!begun.contains(orderNo)) {
        earlier.add(orderNo);
      }
    }
    return earlier;
  }

  private static Set<String> orderNos(List<JournalRow> events) {
    var all = new LinkedHashSet<String>();
    for (var row : events) all.add(row.entityId());
    return all;
  }
}
