package ordinal.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion;
import com.networknt.schema.ValidationMessage;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import ordinal.kernel.JsonMessage;
import ordinal.projections.message.EventMessage;
import ordinal.projections.tail.Rows;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** The description of what goes to Kafka says what goes there, no more and no less. */
class AsyncApiTest {

  private final Api api = Api.shared();
  private final Reply served = api.get("/asyncapi.json");
  private final JsonNode document = served.json();

  // AsyncAPI 3.0 speaks of draft 7.
  private static final JsonSchemaFactory SCHEMAS =
      JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V7);

  @Test
  void itIsAnAsyncApiDocument() throws IOException {
    try (var rules = getClass().getResourceAsStream("/asyncapi-3.0.0.schema.json")) {
      var schema = SCHEMAS.getSchema(rules);

      assertThat(schema.validate(document)).isEmpty();
      assertThat(schema.validate(((ObjectNode) document.deepCopy()).put("asyncapi", "2.6.0")))
          .as("the check itself")
          .isNotEmpty();
    }
    assertThat(served.header("Content-Type")).isEqualTo("application/json");
    assertThat(served.text()).isEqualTo(HttpApi.asyncApi());
  }

  @Test
  void itIsListedWhereTheOtherDescriptionsAre() {
    assertThat(api.get("/openapi.json").json().get("paths").has("/asyncapi.json")).isTrue();
    assertThat(api.get("/").text()).contains("href=\"/asyncapi.json\"");
    assertThat(api.get("/docs").text()).contains("/asyncapi.json");
  }

  @Test
  void everyReferenceLeadsSomewhere() {
    var references = new ArrayList<String>();
    collect(document, references);

    assertThat(references).isNotEmpty();
    for (var reference : references) {
      assertThat(document.at(reference.substring(1)).isMissingNode()).as(reference).isFalse();
    }
  }

  private static void collect(JsonNode node, List<String> references) {
    if (node.has("$ref")) references.add(node.get("$ref").asText());
    node.forEach(child -> collect(child, references));
  }

  // Which messages there are.

  @Test
  void everyEventHasAMessageAndNothingElseHas() {
    assertThat(undescribed(document)).isEmpty();
    assertThat(names(document.at("/components/messages"))).isEqualTo(eventTypes());
    assertThat(names(document.at("/channels/order-events/messages")))
        .isEqualTo(names(EventSamples.types()));
  }

  @Test
  void everyMessageIsInTheChannelOfItsTopic() {
    for (var type : EventSamples.allTypes()) {
      var row = Rows.of(api.system, type.persistenceId(), 7, type.least());
      var topic = EventMessage.of(row).topic();

      assertThat(names(document.at("/channels/" + topic + "/messages"))).contains(type.name());
    }
  }

  @Test
  void aMessageThatIsMissingIsSeen() {
    var without = document.deepCopy();
    ((ObjectNode) without.at("/components/messages")).remove("OrderPaid");

    assertThat(undescribed(without)).containsExactly("OrderPaid");
  }

  private static Set<String> undescribed(JsonNode description) {
    var missing = new TreeSet<>(eventTypes());
    missing.removeAll(names(description.at("/components/messages")));
    return missing;
  }

  private static Set<String> eventTypes() {
    return names(EventSamples.allTypes());
  }

  private static Set<String> names(List<EventSamples.Type> types) {
    return types.stream()
        .map(EventSamples.Type::name)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static Set<String> names(JsonNode node) {
    var names = new TreeSet<String>();
    node.fieldNames().forEachRemaining(names::add);
    return names;
  }

  // What they say.

  private ObjectNode sent(EventSamples.Type type, JsonMessage event) {
    var row = Rows.of(api.system, type.persistenceId(), 7, event);
    try {
      return (ObjectNode) Reply.JSON.readTree(EventMessage.of(row).body());
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private Set<ValidationMessage> faults(String pointer, JsonNode value) {
    var root = (ObjectNode) document.deepCopy();
    root.put("$ref", pointer);
    return SCHEMAS.getSchema(root).validate(value);
  }

  private Set<ValidationMessage> bodyFaults(String eventType, JsonNode body) {
    return faults("#/components/messages/" + eventType + "/payload", body);
  }

  @TestFactory
  Stream<DynamicTest> whatIsSentFitsItsMessage() {
    return EventSamples.allTypes().stream()
        .map(
            type ->
                dynamicTest(
                    type.name(),
                    () -> {
                      for (var event : type.all()) {
                        var body = sent(type, event);
                        assertThat(bodyFaults(type.name(), body)).as("" + body).isEmpty();
                      }
                    }));
  }

  @Test
  void aReferenceInThePlaceOfAPayloadFitsToo() throws IOException {
    for (var type : EventSamples.types()) {
      var row = Rows.of(api.system, type.persistenceId(), 7, type.whole());
      var body = (ObjectNode) Reply.JSON.readTree(EventMessage.of(row, 10).body());

      assertThat(body.get("payload").has("payloadRef")).isTrue();
      assertThat(bodyFaults(type.name(), body)).as("" + body).isEmpty();
      ((ObjectNode) body.at("/payload/payloadRef")).put("planted", 1);
      assertThat(bodyFaults(type.name(), body)).isNotEmpty();
    }
  }

  @TestFactory
  Stream<DynamicTest> whatIsRequiredIsAlwaysThereAndWhatIsDescribedIsSent() {
    return EventSamples.allTypes().stream()
        .map(
            type ->
                dynamicTest(
                    type.name(),
                    () -> {
                      var schemas = document.at("/components/schemas");
                      var body = schemas.get(type.name());
                      var payload = schemas.get(type.name() + "Payload");
                      var least = sent(type, type.least());
                      var whole = sent(type, type.whole());

                      assertThat(words(body.get("required"))).isEqualTo(names(least));
                      assertThat(names(body.get("properties"))).isEqualTo(names(whole));
                      assertThat(words(payload.get("required")))
                          .isEqualTo(names(least.get("payload")));
                      assertThat(names(payload.get("properties")))
                          .isEqualTo(names(whole.get("payload")));
                    }));
  }

  private static Set<String> words(JsonNode list) {
    var words = new TreeSet<String>();
    list.forEach(word -> words.add(word.asText()));
    return words;
  }

  @TestFactory
  Stream<DynamicTest> whatIsNotSentThatWayIsSeen() {
    return EventSamples.allTypes().stream()
        .map(type -> dynamicTest(type.name(), () -> spoiltIsSeen(type)));
  }

  private void spoiltIsSeen(EventSamples.Type type) {
    var name = type.name();
    var body = sent(type, type.whole());

    var more = body.deepCopy();
    ((ObjectNode) more.get("payload")).put("planted", 1);
    assertThat(bodyFaults(name, more)).isNotEmpty();
    assertThat(bodyFaults(name, body.deepCopy().put("planted", 1))).isNotEmpty();
    assertThat(bodyFaults(name, body.deepCopy().put("eventType", "OrderPlanted"))).isNotEmpty();
    for (var field : names(sent(type, type.least()).get("payload"))) {
      var less = body.deepCopy();
      ((ObjectNode) less.get("payload")).remove(field);
      assertThat(bodyFaults(name, less)).as("without " + field).isNotEmpty();
    }
  }

  @TestFactory
  Stream<DynamicTest> everyExampleFits() {
    return document.at("/components/messages").properties().stream()
        .map(
            message ->
                dynamicTest(
                    message.getKey(),
                    () -> {
                      var at = "#/components/messages/" + message.getKey();
                      assertThat(message.getValue().get("examples")).isNotEmpty();
                      for (var example : message.getValue().get("examples")) {
                        assertThat(faults(at + "/payload", example.get("payload"))).isEmpty();
                        assertThat(faults(at + "/headers", example.get("headers"))).isEmpty();
                      }
                    }));
  }

  @Test
  void theKeyOfARecordIsTheOrdersNumber() {
    var key = "#/components/messages/OrderCreated/bindings/kafka/key";

    assertThat(faults(key, Reply.JSON.getNodeFactory().textNode(EventSamples.ORDER_NO))).isEmpty();
    assertThat(faults(key, Reply.JSON.getNodeFactory().textNode("ORD1"))).isNotEmpty();
  }
}
