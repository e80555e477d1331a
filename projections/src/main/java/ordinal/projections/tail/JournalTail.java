package ordinal.projections.tail;

import org.apache.pekko.NotUsed;
import org.apache.pekko.projection.javadsl.SourceProvider;
import org.apache.pekko.stream.javadsl.Source;

/** The journal as it grows. */
public final class JournalTail {

  /** For Pekko Projection: pages of these slices from the offset that the projection has stored. */
  public SourceProvider<Long, Page> provider(SliceRange range) {
    throw new IllegalStateException("comes with the tail: " + range);
  }

  /** Pages of these slices behind a position. Never completes by itself. */
  public Source<Page, NotUsed> pages(SliceRange range, long after) {
    return Source.<Page>never().filter(page -> page.upTo() > after + range.first());
  }

  /** Every ordering up to here is known to be a committed row, for ever. */
  public long head() {
    return 0;
  }
}
