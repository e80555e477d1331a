package ordinal.faults.checker;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collections;
import java.util.List;
import java.util.function.UnaryOperator;
import ordinal.faults.checker.PlantedWorld.Message;
import org.junit.jupiter.api.Test;

/** Faults planted on Kafka. */
class KafkaFaultsTest extends PlantedFaults {

  @Test
  void aDroppedRecordIsLost() throws Exception {
    makeWith(messages -> without(messages, 7));

    var report = world.check();

    assertThat(faults(report)).contains(Fault.NOT_ON_KAFKA);
    assertThat(report.counts().get(Fault.NOT_ON_KAFKA)).isEqualTo(1);
    assertThat(report.count(Fault.Group.DOUBLED) + report.count(Fault.Group.OUT_OF_ORDER)).isZero();
  }

  @Test
  void aDroppedRecordIsNamed() throws Exception {
    var dropped = PlantedOrder.all().get(1).event(3);
    makeWith(messages -> messages.stream().filter(m -> !m.event().equals(dropped)).toList());

    assertThat(world.check().findings())
        .anySatisfy(
            finding -> {
              assertThat(finding.fault()).isEqualTo(Fault.NOT_ON_KAFKA);
              assertThat(finding.subject()).isEqualTo(dropped.orderNo() + " #3");
              assertThat(finding.detail()).contains("OrderCheckoutLocked", dropped.eventId());
            });
  }

  @Test
  void aDoubledRecordIsFound() throws Exception {
    makeWith(
        messages -> {
          messages.add(messages.get(5));
          return messages;
        });

    assertOnly(Fault.DOUBLED_ON_KAFKA, world.orders.get(0).orderNo());
  }

  @Test
  void theSameNumberUnderAnotherIdIsADoubleToo() throws Exception {
    makeWith(
        messages -> {
          var first = messages.get(5);
          messages.add(first.with(first.event().eventId(), "0".repeat(26)));
          return messages;
        });

    assertThat(faults(world.check())).containsExactly(Fault.DOUBLED_ON_KAFKA);
  }

  @Test
  void swappedRecordsAreOutOfOrder() throws Exception {
    var order = PlantedOrder.all().get(0);
    makeWith(
        messages -> {
          Collections.swap(messages, at(messages, order.event(2)), at(messages, order.event(3)));
          return messages;
        });

    assertOnly(Fault.OUT_OF_ORDER_ON_KAFKA, order.orderNo() + " #2");
  }

  @Test
  void aKeyInTwoPartitionsIsOutOfOrder() throws Exception {
    var order = PlantedOrder.all().get(2);
    makeWith(
        messages -> {
          int at = at(messages, order.event(1));
          int other = at(messages, order.event(2));
          messages.set(at, inPartition(messages.get(at), 0));
          messages.set(other, inPartition(messages.get(other), 1));
          return messages;
        });

    assertOnly(Fault.SEVERAL_PARTITIONS, order.orderNo());
  }

  @Test
  void anAlteredAmountIsFound() throws Exception {
    makeWith(altering(PlantedOrder.all().get(1).event(7), "10.00", "10.01"));

    assertOnly(Fault.RECORD_DIFFERS, "#7", "payload.amount is 10.01, not 10.00");
  }

  @Test
  void anAlteredTypeIsFound() throws Exception {
    makeWith(altering(PlantedOrder.all().get(4).event(4), "OrderRefunded", "OrderRefundFailed"));

    assertOnly(Fault.RECORD_DIFFERS, "#4", "eventType is \"OrderRefundFailed\"");
  }

  @Test
  void aFieldThatWasAddedOrLeftOutIsFound() throws Exception {
    makeWith(altering(PlantedOrder.all().get(1).event(8), "\"mentorId\"", "\"friendId\""));

    assertOnly(Fault.RECORD_DIFFERS, "#8", "payload.mentorId is absent", "payload.friendId is");
  }

  @Test
  void anotherKeyIsFound() throws Exception {
    var event = PlantedOrder.all().get(2).event(2);
    makeWith(
        messages -> {
          int at = at(messages, event);
          messages.set(at, new Message(event, "someone-else", null, event.body()));
          return messages;
        });

    assertOnly(Fault.RECORD_DIFFERS, "someone-else", "key is someone-else");
  }

  @Test
  void anotherEventIdIsOneRecordTooManyAndOneLost() throws Exception {
    var event = PlantedOrder.all().get(2).event(2);
    makeWith(altering(event, event.eventId(), "0".repeat(26)));

    assertThat(faults(world.check()))
        .contains(Fault.RECORD_WITHOUT_EVENT, Fault.NOT_ON_KAFKA)
        .doesNotContain(Fault.DOUBLED_ON_KAFKA);
  }

  private static List<Message> without(List<Message> messages, int at) {
    messages.remove(at);
    return messages;
  }

  private static int at(List<Message> messages, PlantedEvent event) {
    return messages.indexOf(Message.of(event));
  }

  private static Message inPartition(Message message, int partition) {
    return new Message(message.event(), message.key(), partition, message.body());
  }

  private static UnaryOperator<List<Message>> altering(PlantedEvent event, String old, String now) {
    return messages -> {
      int at = at(messages, event);
      messages.set(at, messages.get(at).with(old, now));
      return messages;
    };
  }
}
