package ordinal.projections;

import static org.assertj.core.api.Assertions.assertThat;

import ordinal.order.OrderEvent.OrderStockReserved;
import ordinal.projections.tail.SliceRange;
import org.junit.jupiter.api.Test;

/** The tests' own journal is one. */
class TestJournalTest {

  @Test
  void whatIsWrittenIsRead() throws Exception {
    try (var journal = TestJournal.create("test_journal")) {
      var created = TestJournal.created("ORD-1", "10001");
      var reserved = new OrderStockReserved(TestJournal.meta("2025-01-01T12:00:01Z"));

      var orderings = journal.append("ORD-1", 1, created, reserved);
      journal.fill(3, i -> TestJournal.created("ORD-fill-" + i, "10002"));

      var page = journal.page(SliceRange.all(TestJournal.SLICES), 0, 500);
      assertThat(page.rows()).hasSize(5);
      assertThat(page.rows().get(0).ordering()).isEqualTo(orderings.get(0));
      assertThat(page.rows().get(0).event()).isEqualTo(created);
      assertThat(page.rows().get(1).event()).isEqualTo(reserved);
      assertThat(page.rows().get(1).sequenceNr()).isEqualTo(2);
      assertThat(page.rows().get(0).entityId()).isEqualTo("ORD-1");
      assertThat(journal.journalId()).hasSize(12);
      assertThat(journal.config().getString("pekko.actor.provider")).isEqualTo("cluster");
    }
  }
}
