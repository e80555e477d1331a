package ordinal.projections.views;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import ordinal.order.OrderEvent;
import ordinal.order.OrderEvent.OrderRefundFailed;
import ordinal.order.OrderState;
import ordinal.order.OrderState.Existing;
import ordinal.projections.TestEvents;
import ordinal.projections.TestJournal;

/** A row says of an order what the entity says, although it keeps much less. */
class OrderRowTest {

  /** An event, and whether the row went to the table and came back before it. */
  record Step(OrderEvent event, boolean stored) {}

  @Property(tries = 2000)
  void aRowIsAlwaysWhatTheEntityIs(@ForAll("steps") List<Step> steps) {
    var created = TestJournal.created("ORD-1", "10001");
    var entity = (Existing) new OrderState.Absent().after(created);
    var row = OrderRow.begun("ORD-1", 17, created);
    assertSame(entity, row);
    for (var step : steps) {
      if (step.event() instanceof OrderRefundFailed && entity.progress().refund() == null) continue;
      if (step.stored()) row = throughTheTable(row);

      entity = (Existing) entity.after(step.event());
      row.apply(step.event());

      assertSame(entity, row);
    }
  }

  private static OrderRow throughTheTable(OrderRow row) {
    return OrderRow.stored(
        row.orderId(),
        row.lastSeq(),
        row.contents(),
        row.status(),
        row.statusReason(),
        row.refundFrom());
  }

  private static void assertSame(Existing entity, OrderRow row) {
    assertThat(row.orderId()).isEqualTo(17);
    assertThat(row.lastSeq()).isEqualTo(entity.version());
    assertThat(row.status()).isEqualTo(entity.status());
    assertThat(row.statusReason()).isEqualTo(entity.progress().statusReason());
    assertThat(row.updatedAt()).isEqualTo(entity.updatedAt());
    assertThat(row.contents()).isEqualTo(entity.contents());
  }

  @Provide
  Arbitrary<List<Step>> steps() {
    var events = Arbitraries.of(List.copyOf(TestEvents.LATER.values()));
    return Combinators.combine(events, Arbitraries.of(true, false))
        .as(Step::new)
        .list()
        .ofMaxSize(20);
  }

  @Example
  void everyEventHasAStatus() {
    var known =
        Stream.concat(TestEvents.LATER.values().stream(), Stream.of(TestJournal.created("a", "b")))
            .map(Object::getClass)
            .collect(Collectors.toSet());
    var all =
        Stream.of(OrderEvent.class.getPermittedSubclasses())
            .filter(OrderEvent.class::isAssignableFrom)
            .collect(Collectors.toSet());

    assertThat(known).as("an event that TestEvents has no sample of").isEqualTo(all);
  }

  @Example
  void onlyItsCreationCanBeAnOrdersFirstEvent() {
    for (var event : TestEvents.LATER.values()) {
      assertThatThrownBy(() -> OrderRow.begun("ORD-1", 17, event))
          .hasMessage("order ORD-1: %s cannot be its first event", event.eventType());
    }
  }
}
