package ordinal.faults.checker;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What the views are to show, worked out a second time from the journal. */
final class ExpectedViews {

  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss.SSS", Locale.ROOT).withZone(ZoneOffset.UTC);

  private final Map<View, Map<String, Row>> tables = new EnumMap<>(View.class);

  private ExpectedViews() {
    for (var view : View.values()) tables.put(view, new LinkedHashMap<>());
  }

  /** All of them but the deliveries, which follow from Kafka. */
  static Map<View, Map<String, Row>> of(Journal journal) {
    var views = new ExpectedViews();
    for (var events : journal.byEntity().values()) {
      if (events.get(0).isOfOrder()) views.order(OrderFold.of(events));
    }
    views.tables.remove(View.DELIVERIES);
    return views.tables;
  }

  static Map<String, Row> deliveries(String topic, Map<Long, SentRecord> places) {
    var rows = new LinkedHashMap<String, Row>();
    places.forEach(
        (ordering, record) ->
            rows.put(
                Long.toString(ordering),
                new Row(3).add(topic).add(record.partition()).add(record.offset())));
    return rows;
  }

  private void order(List<OrderFold.Step> steps) {
    if (steps.isEmpty()) return;
    var first = steps.get(0);
    var last = steps.get(steps.size() - 1);
    var created = first.event();
    long id = first.stored().ordering();
    add(View.ORDERS, first.stored().bizKey())
        .add(id)
        .add(created.path("tenantId").textValue())
        .add(created.path("userId").textValue())
        .add(created.path("storeId").textValue())
        .add(last.to())
        .add(last.statusReason())
        .add(last.to().equals("REFUNDING") ? last.refundFrom() : null)
        .add(created.path("currency").textValue())
        .add(created.path("totalMinor").asText())
        .add(time(first))
        .add(time(last))
        .add(last.stored().sequenceNr());
    items(id, created);
    for (var step : steps) flow(id, step);
  }

  private void items(long id, JsonNode created) {
    int line = 0;
    for (var item : created.path("items")) {
      line++;
      add(View.ITEMS, id + "/" + line)
          .add(item.path("skuId").textValue())
          .add(item.path("quantity").asText())
          .add(item.path("unitPriceMinor").asText());
    }
  }

  private void flow(long id, OrderFold.Step step) {
    add(View.FLOW, id + "/" + step.stored().sequenceNr())
        .add(step.stored().type())
        .add(step.from())
        .add(step.to())
        .add(step.ignored() ? 1 : 0)
        .add(step.reason())
        .add(ExpectedMessage.traceId(step.event()))
        .add(step.stored().ordering())
        .add(time(step));
  }

  private static @Nullable String time(OrderFold.Step step) {
    var at = step.stored().at(step.event());
    return at == null ? null : TIME.format(at);
  }

  private Row add(View view, String key) {
    var row = new Row(view.columns().size());
    tables.getOrDefault(view, Map.of()).put(key, row);
    return row;
  }
}
