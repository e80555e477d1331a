package ordinal.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion;
import io.swagger.v3.parser.OpenAPIV3Parser;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import ordinal.http.admin.AdminApi;
import ordinal.http.admin.AdminSettings;
import ordinal.http.serving.Endpoint;
import org.apache.pekko.http.javadsl.Http;
import org.apache.pekko.http.javadsl.ServerBinding;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The management port's description says what is there, and what is there does what it says. */
class AdminDescriptionTest {

  private final Api api = Api.shared();
  private final HeldOperation operation = new HeldOperation();
  private final AdminSettings settings = AdminSettings.of(api.system.settings().config());
  private final ServerBinding binding =
      Api.wait(
          Http.get(api.system)
              .newServerAt("127.0.0.1", 0)
              .withSettings(settings.server())
              .bind(AdminApi.handler(api.system, operation.all(), null, settings)::apply));
  private final Reply description = send("GET", "/openapi.json", null);

  private Reply send(String method, String path, String body) {
    return Api.wait(api.send(binding.localAddress().getPort(), method, path, body));
  }

  @AfterEach
  void unbind() {
    Api.wait(binding.unbind());
  }

  @Test
  void itIsAnOpenApiDocumentWithNothingToComplainAbout() {
    var parsed = new OpenAPIV3Parser().readContents(description.text(), null, null);

    assertThat(parsed.getMessages()).isNullOrEmpty();
    assertThat(description.json().at("/info/title").asText()).contains("management");
    assertThat(description.text()).doesNotContain("RateLimit", "A0500", "Idempotency-Key");
    assertThat(description.json().at("/components/securitySchemes/adminToken/scheme").asText())
        .isEqualTo("bearer");
  }

  @Test
  void itHasEveryEndpointAndNoOther() {
    var described = new TreeSet<String>();
    description
        .json()
        .get("paths")
        .properties()
        .forEach(
            path ->
                path.getValue()
                    .fieldNames()
                    .forEachRemaining(m -> described.add(m + " " + path.getKey())));

    var there = new TreeSet<String>();
    for (var endpoint : endpoints()) {
      there.add(endpoint.method().name().toLowerCase(Locale.ROOT) + " " + endpoint.path());
    }
    assertThat(described).isEqualTo(there).hasSize(23);
  }

  private List<Endpoint> endpoints() {
    return AdminApi.endpoints(operation.all(), settings.callTimeout());
  }

  @Test
  void realAnswersFitTheirSchemas() {
    var letter = "/admin/dead-letters/" + HeldOperation.LETTER;
    assertFits("get", "/admin/outbox", send("GET", "/admin/outbox", null).is(200, "00000"));
    assertFits("post", "/admin/outbox/retry-now", send("POST", "/admin/outbox/retry-now", null));
    assertFits("get", "/admin/dead-letters", send("GET", "/admin/dead-letters", null));
    assertFits("get", "/admin/consumers", send("GET", "/admin/consumers", null).is(200, "00000"));
    assertFits("get", "/admin/consume-log", send("GET", "/admin/consume-log", null));
    var runs = "/admin/reconciliations";
    assertFits("post", runs, send("POST", runs, "{}").is(202, "00000"));
    assertFits("get", runs, send("GET", runs, null).is(200, "00000"));
    var run = runs + "/" + HeldReconciliations.ID;
    assertFits("get", runs + "/{id}", send("GET", run, null).is(200, "00000"));
    assertFits(
        "get",
        runs + "/{id}/differences",
        send("GET", run + "/differences", null).is(200, "00000"));
    operation.reconciliations.isUnderWay = true;
    assertFits("post", runs, send("POST", runs, "{}").is(409, "A0409"));
    assertFits(
        "get",
        "/admin/dead-letters",
        send("GET", "/admin/dead-letters?cursor=" + HeldOperation.CURSOR, null).is(200, "00000"));
    assertFits(
        "get",
        "/admin/dead-letters",
        send("GET", "/admin/dead-letters?cursor=x", null).is(400, "A0400"));
    assertFits("get", "/admin/dead-letters/{id}", send("GET", letter, null).is(200, "00000"));
    assertFits(
        "get",
        "/admin/dead-letters/{id}",
        send("GET", "/admin/dead-letters/x", null).is(404, "A0404"));
    assertFits("post", "/admin/dead-letters/{id}/replay", send("POST", letter + "/replay", null));
    assertFits(
        "post",
        "/admin/dead-letters/replay",
        send("POST", "/admin/dead-letters/replay", "{}").is(200, "00000"));
    var told = "/admin/notifications/" + HeldNotifications.ID;
    assertFits("get", "/admin/notifications", send("GET", "/admin/notifications", null));
    assertFits("get", "/admin/notifications/{id}", send("GET", told, null).is(200, "00000"));
    assertFits(
        "get",
        "/admin/notifications/{id}",
        send("GET", "/admin/notifications/x", null).is(404, "A0404"));
    assertFits("post", "/admin/notifications/{id}/replay", send("POST", told + "/replay", null));
    assertFits(
        "post",
        "/admin/notifications/replay",
        send("POST", "/admin/notifications/replay", "{}").is(200, "00000"));
    var rebuild = "/admin/projections/{name}/rebuild";
    for (int i = 0; i < 2; i++) {
      assertFits("post", rebuild, send("POST", rebuild.replace("{name}", "orders"), null));
    }
    assertFits("get", "/admin/projections", send("GET", "/admin/projections", null));
    operation.status = CompletableFuture.failedFuture(new IOException("away"));
    assertFits("get", "/admin/outbox", send("GET", "/admin/outbox", null).is(503, "B0100"));
  }

  @Test
  void everyExampleFitsItsSchema() {
    for (var endpoint : endpoints()) {
      var method = endpoint.method().name().toLowerCase(Locale.ROOT);
      if (endpoint.response() == null) continue;
      var responses = description.json().get("paths").get(endpoint.path()).get(method);
      for (var response : responses.get("responses").properties()) {
        var json = response.getValue().at("/content/application~1json");
        if (json.has("example")) {
          assertFits(pointer(method, endpoint.path(), response.getKey()), json.get("example"));
        }
        for (var example : json.path("examples")) {
          assertFits(pointer(method, endpoint.path(), response.getKey()), example.get("value"));
        }
      }
    }
  }

  private static String pointer(String method, String path, String status) {
    return "#/paths/"
        + path.replace("/", "~1").replace("{", "%7B").replace("}", "%7D")
        + "/"
        + method
        + "/responses/"
        + status
        + "/content/application~1json/schema";
  }

  private void assertFits(String method, String path, Reply reply) {
    var responses = description.json().get("paths").get(path).get(method).get("responses");
    assertThat(responses.has(String.valueOf(reply.status())))
        .as(method + " " + path + " answers " + reply.status())
        .isTrue();
    assertFits(pointer(method, path, String.valueOf(reply.status())), reply.json());
  }

  private void assertFits(String pointer, JsonNode value) {
    var root = (ObjectNode) description.json().deepCopy();
    root.put("$ref", pointer);
    var schema = JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V202012).getSchema(root);

    assertThat(schema.validate(value)).as(pointer + " " + value).isEmpty();
  }
}
