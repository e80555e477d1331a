package ordinal.projections.feed;

import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import ordinal.order.OrderEvent;
import ordinal.projections.message.EventMessage;
import ordinal.projections.message.UnknownEvent;
import ordinal.projections.tail.JournalRow;
import ordinal.projections.tail.JournalTail;
import ordinal.projections.tail.SliceRange;
import ordinal.projections.tail.UnreadableEvent;
import org.apache.pekko.NotUsed;
import org.apache.pekko.stream.javadsl.Source;
import org.jspecify.annotations.Nullable;

/**
 * The feed, read from this node's tail. For one order, what is stored already is read by its key,
 * and not searched for along the whole journal.
 */
public final class TailFeed implements EventFeed, EventPayloads {

  private static final String ORDERS = "Order|";

  /** The most events of one order that are looked through for where to go on. */
  private static final int MOST_OF_AN_ORDER = 10_000;

  private final JournalTail tail;
  private final Executor blocking;

  public TailFeed(JournalTail tail, Executor blocking) {
    this.tail = tail;
    this.blocking = blocking;
  }

  @Override
  public Source<FeedEvent, NotUsed> events(
      String tenantId, @Nullable Long after, @Nullable String orderNo) {
    long head = tail.head();
    long from = after == null ? head : after;
    if (orderNo == null) {
      return rows(SliceRange.all(tail.slices()), from).mapConcat(row -> event(tenantId, row));
    }
    var persistenceId = persistenceId(orderNo);
    var live =
        rows(SliceRange.one(tail.sliceOf(persistenceId)), Math.max(head, from))
            .filter(row -> row.persistenceId().equals(persistenceId));
    return stored(persistenceId, from, head).concat(live).mapConcat(row -> event(tenantId, row));
  }

  private Source<JournalRow, NotUsed> rows(SliceRange range, long after) {
    return tail.pages(range, after).mapConcat(page -> page.rows());
  }

  private Source<JournalRow, NotUsed> stored(String persistenceId, long after, long upTo) {
    if (after >= upTo) return Source.empty();
    return Source.completionStage(
            CompletableFuture.supplyAsync(() -> read(persistenceId, 0, MOST_OF_AN_ORDER), blocking))
        .mapConcat(rows -> rows)
        .filter(row -> row.ordering() > after && row.ordering() <= upTo);
  }

  private List<JournalRow> read(String persistenceId, long afterSequenceNr, int limit) {
    try {
      return tail.eventsOf(persistenceId, afterSequenceNr, limit);
    } catch (SQLException e) {
      throw new CompletionException(e);
    }
  }

  /** An event that cannot be read is a dead letter, and not for those who only look on. */
  private static List<FeedEvent> event(String tenantId, JournalRow row) {
    if (!EventMessage.isForListeners(row.persistenceId())) return List.of();
    try {
      var message = EventMessage.of(row);
      if (!message.tenantId().equals(tenantId)) return List.of();
      var json = new String(message.body(), StandardCharsets.UTF_8);
      return List.of(new FeedEvent(row.ordering(), message.eventType(), json));
    } catch (UnreadableEvent | UnknownEvent e) {
      return List.of();
    }
  }

  private static boolean isOf(String tenantId, JournalRow row) {
    return row.event() instanceof OrderEvent event && event.meta().tenant().equals(tenantId);
  }

  @Override
  public CompletionStage<Optional<byte[]>> payload(
      String tenantId, String orderNo, long sequenceNr) {
    return CompletableFuture.supplyAsync(
        () ->
            read(persistenceId(orderNo), sequenceNr - 1, 1).stream()
                .filter(row -> row.sequenceNr() == sequenceNr && isOf(tenantId, row))
                .findFirst()
                .map(EventMessage::payload),
        blocking);
  }

  private static String persistenceId(String orderNo) {
    return ORDERS + orderNo;
  }
}
