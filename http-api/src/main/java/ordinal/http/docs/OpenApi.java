package ordinal.http.docs;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import ordinal.http.schema.AnswerText;
import ordinal.http.schema.Definitions;
import ordinal.http.schema.Field;
import ordinal.http.schema.ListSchema;
import ordinal.http.schema.ObjectSchema;
import ordinal.http.schema.Schema;
import ordinal.http.serving.Endpoint;
import ordinal.http.serving.Tenant;
import ordinal.kernel.ErrorCode;
import org.jspecify.annotations.Nullable;

/**
 * Writes the OpenAPI 3.1 document from the endpoints themselves. Nothing about a call is written
 * down twice, so the document cannot be out of date.
 */
final class OpenApi {

  private static final int REQUEST_TIMEOUT = 408;

  private static final ObjectSchema FAULT =
      ObjectSchema.of(
          "Fault",
          Field.required("field", AnswerText.plain(), "The part at fault.", "items[0].quantity"),
          Field.required(
              "reason",
              AnswerText.plain(),
              "What is wrong with it.",
              "must be a whole number from 1 to 10000"));

  private static final ObjectSchema FAULTS =
      ObjectSchema.of(
          "Faults",
          Field.required(
              "errors",
              new ListSchema<>(1, Integer.MAX_VALUE, FAULT),
              "Everything that is wrong.",
              List.of(Map.of("field", "userId", "reason", "is required"))),
          Field.sometimes(
              "status", AnswerText.plain(), "Where the order stands.", "STOCK_RESERVED"));

  private static final ObjectSchema STANDING =
      ObjectSchema.of(
          "Standing", Field.required("status", AnswerText.plain(), "Where it stands.", "PAID"));

  private static final String TOKEN = "adminToken";

  private final Definitions definitions = new Definitions();
  private final About about;

  private OpenApi(About about) {
    this.about = about;
  }

  static ObjectNode describe(About about, List<Endpoint> endpoints) {
    return new OpenApi(about).document(endpoints);
  }

  private ObjectNode document(List<Endpoint> endpoints) {
    var document = object();
    document.put("openapi", "3.1.0");
    document
        .putObject("info")
        .put("title", about.title())
        .put("version", "1.0")
        .put("description", about.description());
    document.putArray("servers").addObject().put("url", "/");
    var paths = document.putObject("paths");
    for (var endpoint : endpoints) {
      var path = paths.withObjectProperty(endpoint.path());
      path.set(endpoint.method().name().toLowerCase(Locale.ROOT), operation(endpoint));
    }
    var components = document.putObject("components").set("schemas", definitions.all());
    if (endpoints.stream().anyMatch(OpenApi::needsToken)) {
      var schemes = ((ObjectNode) components).putObject("securitySchemes");
      schemes.putObject(TOKEN).put("type", "http").put("scheme", "bearer");
    }
    return document;
  }

  private ObjectNode operation(Endpoint endpoint) {
    var operation = object();
    operation.put("operationId", endpoint.operationId());
    operation.put("summary", endpoint.summary());
    operation.putArray("tags").add(tag(endpoint));
    operation.set("parameters", parameters(endpoint));
    var body = endpoint.body();
    if (body != null) {
      var request = operation.putObject("requestBody").put("required", !body.acceptsNothing());
      var json = request.putObject("content").putObject("application/json");
      json.set("schema", body.describe(definitions));
      json.set("example", example(body));
    }
    if (needsToken(endpoint)) {
      // Either none, where no token is set, or the token.
      var either = operation.putArray("security");
      either.addObject();
      either.addObject().putArray(TOKEN);
    }
    operation.set("responses", responses(endpoint));
    return operation;
  }

  private static boolean needsToken(Endpoint endpoint) {
    return endpoint.refusals().contains(ErrorCode.NOT_SIGNED_IN);
  }

  private static String tag(Endpoint endpoint) {
    boolean isPage = endpoint.response() == null && endpoint.pathParameters().isEmpty();
    if (isPage && !endpoint.isStream()) return "descriptions";
    return endpoint.path().substring(1).split("/", 2)[0];
  }

  private ArrayNode parameters(Endpoint endpoint) {
    var parameters = JsonNodeFactory.instance.arrayNode();
    endpoint.pathParameters().forEach(p -> parameters.add(parameter(p, "path", true)));
    endpoint.query().fields().forEach(p -> parameters.add(parameter(p, "query", false)));
    endpoint.headers().fields().forEach(p -> parameters.add(parameter(p, "header", false)));
    if (about.hasTenants()) parameters.add(parameter(Tenant.HEADER, "header", false));
    if (endpoint.isPost() && about.takesKeys()) {
      parameters.add(
          header("X-Idempotency-Key", KEY_RULE, "cancel-2041").put("description", KEY_USE));
      parameters.add(
          header("Idempotency-Key", KEY_RULE, "cancel-2041")
              .put("description", "Another name for X-Idempotency-Key."));
    }
    parameters.add(
        header("X-Trace-Id", "^[A-Za-z0-9._-]{1,64}$", "checkout-page-1")
            .put("description", "Taken over where it has this form; else there is a new one."));
    parameters.add(
        header("traceparent", "^[0-9a-f]{2}-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}", TRACEPARENT)
            .put("description", "W3C trace context; continued."));
    return parameters;
  }

  private static final String KEY_RULE = "^[\\x21-\\x7e]{1,128}$";
  private static final String KEY_USE =
      "Names this request, so that it can be sent again; kept for 24 hours. Orders are created,"
          + " credits and coupons given and payments told under their own ids, whatever the key.";
  private static final String TRACEPARENT =
      "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";

  private ObjectNode parameter(Field<?> field, String in, boolean required) {
    var node = object().put("name", field.name()).put("in", in).put("required", required);
    node.put("description", field.description());
    node.set("schema", field.schema().describe(definitions));
    node.putPOJO("example", field.example());
    return node;
  }

  private static ObjectNode header(String name, String pattern, String example) {
    var node = object().put("name", name).put("in", "header").put("required", false);
    node.putObject("schema").put("type", "string").put("pattern", pattern);
    return node.put("example", example);
  }

  // Answers.

  private ObjectNode responses(Endpoint endpoint) {
    var responses = object();
    for (var status : endpoint.successes()) {
      responses.set(Integer.toString(status), success(endpoint, status));
    }
    errors(endpoint).forEach((status, codes) -> responses.set(status, error(status, codes)));
    return responses;
  }

  private ObjectNode success(Endpoint endpoint, int status) {
    var schema = endpoint.response();
    boolean replay = about.takesKeys() && endpoint.isPost() && status == ErrorCode.OK.httpStatus();
    var response = object().put("description", done(status));
    var headers = headers(response);
    if (replay) {
      headers.set(
          "Idempotent-Replayed", textHeader("`true` when this is the answer to an earlier call."));
    }
    var content = response.putObject("content").putObject(endpoint.mediaType());
    if (schema == null) {
      boolean isText = !endpoint.mediaType().equals("application/json");
      content.set("schema", Schema.node(isText ? "string" : "object"));
      if (endpoint.isStream()) content.put("example", STREAM_EXAMPLE);
    } else {
      content.set("schema", envelope(List.of(ErrorCode.OK), schema.describe(definitions)));
      content.set("example", said(ErrorCode.OK).set("data", example(schema)));
    }
    return response;
  }

  private static String done(int status) {
    return switch (status) {
      case 201 -> "Created.";
      case 202 -> "Begun.";
      default -> "Done.";
    };
  }

  private static final String STREAM_EXAMPLE =
      "retry: 2000\n\nid: 4711\nevent: OrderPaid\ndata: {\"eventId\": …}\n\n: quiet\n\n";

  /** The codes that a call can answer, by status. */
  private Map<String, List<ErrorCode>> errors(Endpoint endpoint) {
    var codes = new ArrayList<ErrorCode>();
    codes.add(ErrorCode.INVALID_REQUEST);
    if (endpoint.body() != null) {
      codes.add(ErrorCode.TOO_LARGE);
      codes.add(ErrorCode.UNSUPPORTED_MEDIA_TYPE);
    }
    codes.addAll(endpoint.refusals());
    if (about.isLimited()) codes.add(ErrorCode.RATE_LIMITED);
    codes.addAll(List.of(ErrorCode.INTERNAL, ErrorCode.TRY_AGAIN));
    var byStatus = new TreeMap<String, List<ErrorCode>>();
    for (var code : codes) {
      byStatus
          .computeIfAbsent(Integer.toString(code.httpStatus()), unused -> new ArrayList<>())
          .add(code);
    }
    if (endpoint.body() != null) {
      byStatus.put(Integer.toString(REQUEST_TIMEOUT), List.of(ErrorCode.INVALID_REQUEST));
    }
    return byStatus;
  }

  private ObjectNode error(String status, List<ErrorCode> codes) {
    var meanings = codes.stream().map(code -> "`" + code.code() + "` " + code.meaning()).toList();
    var text =
        status.equals(Integer.toString(REQUEST_TIMEOUT))
            ? "`A0400` the body did not arrive in time"
            : String.join("; ", meanings);
    var response = object().put("description", text + ".");
    var headers = headers(response);
    if (codes.stream().anyMatch(OpenApi::asksToRetry)) {
      headers.set("Retry-After", textHeader("Seconds until it makes sense to ask again."));
    }
    var content = response.putObject("content").putObject("application/json");
    content.set("schema", envelope(codes, data(codes)));
    var examples = content.putObject("examples");
    for (var code : codes) {
      var body = said(code);
      body.set("data", exampleOf(code));
      examples.putObject(code.code()).set("value", body);
    }
    return response;
  }

  private static boolean asksToRetry(ErrorCode code) {
    return code == ErrorCode.IN_PROGRESS
        || code == ErrorCode.RATE_LIMITED
        || code == ErrorCode.TRY_AGAIN;
  }

  private ObjectNode data(List<ErrorCode> codes) {
    if (codes.contains(ErrorCode.INVALID_REQUEST)) return FAULTS.describe(definitions);
    if (!codes.contains(ErrorCode.NOT_ALLOWED_IN_STATE)) return Schema.node("null");
    var standing = STANDING.describe(definitions);
    if (codes.size() == 1) return standing;
    var either = object();
    either.putArray("anyOf").add(standing).add(Schema.node("null"));
    return either;
  }

  private @Nullable ObjectNode exampleOf(ErrorCode code) {
    return switch (code) {
      case INVALID_REQUEST -> object().set("errors", faultsExample());
      case NOT_ALLOWED_IN_STATE -> example(STANDING);
      default -> null;
    };
  }

  private static ArrayNode faultsExample() {
    var faults = JsonNodeFactory.instance.arrayNode();
    faults.add(example(FAULT));
    return faults;
  }

  private static ObjectNode envelope(List<ErrorCode> codes, ObjectNode data) {
    var node = Schema.node("object");
    var properties = node.putObject("properties");
    var code = properties.putObject("code").put("type", "string");
    var words = code.putArray("enum");
    codes.forEach(one -> words.add(one.code()));
    properties.putObject("message").put("type", "string");
    properties.set("data", data);
    properties.putObject("traceId").put("type", "string").put("pattern", "^[A-Za-z0-9._-]{1,64}$");
    node.putArray("required").add("code").add("message").add("data").add("traceId");
    return node.put("additionalProperties", false);
  }

  private static ObjectNode said(ErrorCode code) {
    return object()
        .put("code", code.code())
        .put("message", code.meaning())
        .putNull("data")
        .put("traceId", "checkout-page-1");
  }

  private ObjectNode headers(ObjectNode response) {
    var headers = response.putObject("headers");
    headers.set("X-Trace-Id", textHeader("The same as `traceId`."));
    if (!about.isLimited()) return headers;
    headers.set("RateLimit-Policy", textHeader("How many calls in how many seconds."));
    headers.set("RateLimit", textHeader("How many calls are left, and seconds until all are."));
    return headers;
  }

  private static ObjectNode textHeader(String description) {
    var header = object().put("description", description);
    header.putObject("schema").put("type", "string");
    return header;
  }

  private static JsonNode example(Schema<?> schema) {
    if (schema instanceof ObjectSchema fields) return example(fields);
    if (schema instanceof ListSchema<?> list) {
      return JsonNodeFactory.instance.arrayNode().add(example(list.items()));
    }
    throw new IllegalArgumentException("no example for " + schema);
  }

  /** Of an answer only what is always there: what comes and goes depends on the status. */
  private static ObjectNode example(ObjectSchema schema) {
    var example = object();
    for (var field : schema.fields()) {
      if (field.presence() != Field.Presence.SOMETIMES) {
        example.putPOJO(field.name(), field.example());
      }
    }
    return example;
  }

  private static ObjectNode object() {
    return JsonNodeFactory.instance.objectNode();
  }
}
