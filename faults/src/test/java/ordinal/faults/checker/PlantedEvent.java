package ordinal.faults.checker;

import ordinal.kernel.Ids;
import ordinal.order.OrderNumber;

/**
 * One event of a world that a test makes, in all the forms in which it is to be found. Written by
 * hand, so that the checker is held against what people think and not against itself.
 *
 * @param fields the event's own, in the journal's JSON
 * @param payload the same for the outside
 * @param to where it takes the order
 */
record PlantedEvent(
    String request, long sequenceNr, String type, String fields, String payload, String to) {

  static final String AT = "2026-03-01T08:30:00.%03dZ";

  /** Every event is a step of some millis behind the one before. */
  String at() {
    return AT.formatted(sequenceNr * 7);
  }

  String atInTables() {
    return at().replace('T', ' ').replace("Z", "");
  }

  String orderNo() {
    return OrderNumber.of("default", "u-" + request, request);
  }

  String persistenceId() {
    return "Order|" + orderNo();
  }

  String eventId() {
    return Ids.eventId(persistenceId(), sequenceNr);
  }

  String traceId() {
    return "trace-" + request + "-" + sequenceNr;
  }

  String requestKey() {
    return "key:" + request + "-" + sequenceNr;
  }

  boolean isIgnored() {
    return type.equals("OrderMessageIgnored");
  }

  String json() {
    return """
           {"meta":{"at":"%s","trace":{"traceId":"%s","traceparent":"00-x-y-01"},\
           "request":{"key":"%s","fingerprint":""}}%s}"""
        .formatted(at(), traceId(), requestKey(), filled(fields));
  }

  String body() {
    return """
           {"eventId":"%s","eventType":"%s","bizKey":"%s","schemaVersion":1,"sequenceNr":%d,\
           "occurredAt":"%s","traceId":"%s","tenantId":"default","payload":{"orderNo":"%s"%s}}"""
        .formatted(
            eventId(), type, orderNo(), sequenceNr, at(), traceId(), orderNo(), filled(payload));
  }

  private String filled(String text) {
    var all = text.replace("ORDERNO", orderNo()).replace("REQUEST", request);
    return all.isEmpty() ? "" : "," + all;
  }
}
