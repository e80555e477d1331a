package ordinal.cash.reconciliation;

import static ordinal.projections.TestEvents.CHECKOUT;
import static ordinal.projections.TestEvents.PAID;
import static ordinal.projections.TestEvents.RESERVED;

import java.util.List;
import ordinal.projections.TestJournal;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** What tests of a run compare: seven orders, the first of which is paid. */
abstract class SevenOrders {

  TestJournal journal;

  @BeforeEach
  void start() throws Exception {
    journal = TestJournal.create("reconciliation_run");
    for (int i = 1; i <= 7; i++) {
      journal.append("ORD-" + i, 1, TestJournal.created("ORD-" + i, "u"), RESERVED);
    }
    journal.append("ORD-1", 3, CHECKOUT, PAID);
  }

  @AfterEach
  void stop() {
    journal.close();
  }

  TestReconciliation with(Check... checks) {
    return new TestReconciliation(journal, List.of(checks));
  }
}
