package ordinal.projections.holds;

import static ordinal.projections.holds.SkuJournal.counted;
import static ordinal.projections.holds.SkuJournal.deducted;
import static ordinal.projections.holds.SkuJournal.held;
import static ordinal.projections.holds.SkuJournal.released;
import static ordinal.projections.holds.SkuJournal.reserved;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import ordinal.inventory.InventoryEvent;
import ordinal.projections.ProjectionSession;
import ordinal.projections.TestJournal;
import ordinal.projections.tail.Page;
import ordinal.projections.tail.SliceRange;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** From events of skus to rows of stock_hold, on the real database. */
class HoldHandlerTest {

  private static final Instant UNTIL = Instant.parse("2025-01-01T12:01:00.123Z");
  private static final String ROW = "2025-01-01 12:01:00.123";

  TestJournal journal;
  SkuJournal skus;

  @BeforeEach
  void start() {
    journal = TestJournal.create("stock_holds");
    skus = new SkuJournal(journal);
  }

  @AfterEach
  void stop() {
    journal.close();
  }

  private Page all() throws Exception {
    return journal.page(SliceRange.all(TestJournal.SLICES), 0, 100_000);
  }

  private void apply(Page page) throws Exception {
    var session = new ProjectionSession(journal.dataSource());
    try {
      new HoldHandler().process(session, page);
      session.commit();
    } finally {
      session.close();
    }
  }

  private List<List<String>> rows() throws Exception {
    return journal.query(
        "SELECT sku_id, order_no, quantity, CAST(held_until AS CHAR) FROM stock_hold"
            + " ORDER BY order_no, sku_id");
  }

  @Test
  void onlyWhatIsHeldForAnOrderToComeHasARow() throws Exception {
    journal.append("ORD-9", 1, TestJournal.created("ORD-9", "10001"));
    skus.append("tea", counted(10), held("ORD-1", 2, UNTIL), reserved("ORD-2", 1));

    apply(all());

    assertThat(rows()).containsExactly(List.of("tea", "ORD-1", "2", ROW));
  }

  @Test
  void theRowIsGoneWhenThePiecesWentBackOrAreSold() throws Exception {
    skus.append("tea", held("ORD-1", 2, UNTIL), held("ORD-2", 1, UNTIL), held("ORD-3", 1, UNTIL));
    apply(all());
    long seen = all().upTo();

    skus.append("tea", released("ORD-1", 2), deducted("ORD-2", 1), released("ORD-7", 0));
    apply(journal.page(SliceRange.all(TestJournal.SLICES), seen, 100));

    assertThat(rows()).containsExactly(List.of("tea", "ORD-3", "1", ROW));
  }

  @Test
  void aHoldThatBeginsAndEndsInOnePageLeavesNothing() throws Exception {
    skus.append("tea", held("ORD-1", 2, UNTIL), released("ORD-1", 2));

    apply(all());

    assertThat(rows()).isEmpty();
  }

  @Test
  void theSameNumberMayHoldPiecesOfTwoSkus() throws Exception {
    skus.append("tea", held("ORD-1", 2, UNTIL));
    skus.append("coffee", held("ORD-1", 3, UNTIL));
    apply(all());
    long seen = all().upTo();

    skus.append("coffee", released("ORD-1", 3));
    apply(journal.page(SliceRange.all(TestJournal.SLICES), seen, 100));

    assertThat(rows()).containsExactly(List.of("tea", "ORD-1", "2", ROW));
  }

  @Test
  void aPageThatComesAgainChangesNothing() throws Exception {
    skus.append("tea", held("ORD-1", 2, UNTIL), held("ORD-2", 1, UNTIL), released("ORD-2", 1));
    apply(all());
    var once = rows();

    apply(all());

    assertThat(rows()).isEqualTo(once).hasSize(1);
  }

  @Test
  void aLargePageIsOneTransaction() throws Exception {
    var events = new ArrayList<InventoryEvent>();
    for (int i = 0; i < 500; i++) events.add(held("ORD-" + i, 1, UNTIL));
    for (int i = 0; i < 499; i++) events.add(released("ORD-" + i, 1));
    skus.append("tea", events.toArray(InventoryEvent[]::new));

    apply(all());

    assertThat(rows()).containsExactly(List.of("tea", "ORD-499", "1", ROW));
  }
}
