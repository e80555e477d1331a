package ordinal.projections;

import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import ordinal.projections.tail.JournalRow;
import ordinal.projections.tail.Page;
import ordinal.projections.tail.SliceRange;
import org.apache.pekko.NotUsed;
import org.apache.pekko.japi.Pair;
import org.apache.pekko.projection.javadsl.SourceProvider;
import org.apache.pekko.stream.javadsl.Source;

/**
 * Pages of a test's journal, asked for every few milliseconds: enough where only one writes and
 * nothing is rolled back. For tests of what follows the tail, apart from the tail.
 */
public final class PollingJournal implements Function<SliceRange, SourceProvider<Long, Page>> {

  private final TestJournal journal;
  private final int pageSize;
  private volatile Predicate<JournalRow> leftOut = row -> false;

  public PollingJournal(TestJournal journal, int pageSize) {
    this.journal = journal;
    this.pageSize = pageSize;
  }

  /** From now on, readers that begin anew do not get these. */
  public void leaveOut(Predicate<JournalRow> rows) {
    leftOut = rows;
  }

  @Override
  public SourceProvider<Long, Page> apply(SliceRange range) {
    return new SourceProvider<>() {
      @Override
      public CompletionStage<Source<Page, NotUsed>> source(
          Supplier<CompletionStage<Optional<Long>>> offset) {
        return offset.get().thenApply(stored -> pages(range, stored.orElse(0L)));
      }

      @Override
      public Long extractOffset(Page page) {
        return page.upTo();
      }

      @Override
      public long extractCreationTime(Page page) {
        return 0;
      }
    };
  }

  private Source<Page, NotUsed> pages(SliceRange range, long after) {
    var without = leftOut;
    return Source.tick(Duration.ZERO, Duration.ofMillis(20), "look")
        .statefulMap(
            () -> after,
            (position, tick) -> {
              var page = next(range, position);
              return Pair.create(page.upTo(), page);
            },
            position -> Optional.empty())
        .map(page -> new Page(kept(page, without), page.upTo()))
        .filter(page -> !page.rows().isEmpty())
        .mapMaterializedValue(cancellable -> NotUsed.getInstance());
  }

  private static List<JournalRow> kept(Page page, Predicate<JournalRow> without) {
    return page.rows().stream().filter(without.negate()).toList();
  }

  private Page next(SliceRange range, long after) {
    try {
      return journal.page(range, after, pageSize);
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }
}
