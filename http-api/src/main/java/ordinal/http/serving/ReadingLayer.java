package ordinal.http.serving;

import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import ordinal.http.schema.Faults;
import ordinal.http.schema.Fields;
import ordinal.http.schema.JsonReader;
import ordinal.http.schema.JsonValue;
import ordinal.http.schema.MalformedJson;
import ordinal.http.schema.ObjectSchema;
import ordinal.kernel.ErrorCode;
import org.apache.pekko.http.javadsl.model.HttpRequest;
import org.apache.pekko.http.scaladsl.model.IllegalUriException;
import org.apache.pekko.util.ByteString;
import org.jspecify.annotations.Nullable;

/**
 * Turns a request into a {@link Call}, or names everything that is wrong with it: path, query,
 * tenant, key and body in one answer.
 */
public final class ReadingLayer implements ExchangeHandler {

  private static final String KEY_RULE = "must be 1 to 128 visible ASCII characters without spaces";
  private static final int LONGEST_KEY = 128;

  private final CallHandler next;

  public ReadingLayer(CallHandler next) {
    this.next = next;
  }

  @Override
  public CompletionStage<Answer> handle(Exchange exchange) {
    if (exchange.route() instanceof Route.Nowhere nowhere) return done(nowhere.answer());
    var found = (Route.Found) exchange.route();
    var schema = found.endpoint().body();
    if (schema == null) return check(exchange, found, Fields.none(), new Faults());
    if (isEncoded(exchange.request())) {
      return done(
          Answer.error(
              ErrorCode.UNSUPPORTED_MEDIA_TYPE, "The body must not be compressed or encoded."));
    }
    if (!isJson(exchange.request()) && !exchange.request().entity().isKnownEmpty()) {
      return done(
          Answer.error(
              ErrorCode.UNSUPPORTED_MEDIA_TYPE,
              "The body must be JSON, with the header Content-Type: application/json."));
    }
    return exchange.body().read().thenCompose(read -> check(exchange, found, schema, read));
  }

  private CompletionStage<Answer> check(
      Exchange exchange, Route.Found found, ObjectSchema schema, RequestBody.Read read) {
    if (read.refusal() != null) return done(read.refusal());
    var faults = new Faults();
    return check(exchange, found, body(schema, read.bytes(), faults), faults);
  }

  private CompletionStage<Answer> check(
      Exchange exchange, Route.Found found, @Nullable Fields body, Faults faults) {
    var endpoint = found.endpoint();
    for (var parameter : endpoint.pathParameters()) {
      var value = new JsonValue.Text(found.path().getOrDefault(parameter.name(), ""));
      var unused = parameter.schema().check(value, parameter.name(), faults);
    }
    var query = query(endpoint.query(), exchange.request(), faults);
    var headers = headers(endpoint.headers(), exchange.request(), faults);
    var tenantId = exchange.tenantId();
    if (tenantId == null) faults.add(Tenant.HEADER.name(), Tenant.RULE);
    var key = endpoint.isPost() ? key(exchange.request(), faults) : null;
    if (body == null || query == null || headers == null || tenantId == null || !faults.isEmpty()) {
      return done(Answer.invalid(faults.list()));
    }
    return next.handle(
        new Call(endpoint, tenantId, found.path(), query, headers, body, key, exchange.trace()));
  }

  private static @Nullable Fields body(ObjectSchema schema, ByteString bytes, Faults faults) {
    if (bytes.isEmpty() && schema.acceptsNothing()) return Fields.none();
    try {
      var value = JsonReader.read(ByteBuffer.wrap(bytes.toArrayUnsafe()));
      return schema.check(value, "", faults);
    } catch (MalformedJson e) {
      faults.add(e.fault());
      return null;
    }
  }

  /** The query as an object of the same kind as a body, so that the same rules hold. */
  private static @Nullable Fields query(ObjectSchema schema, HttpRequest request, Faults faults) {
    if (request.getUri().rawQueryString().isEmpty()) {
      return schema.check(new JsonValue.Members(Map.of()), "", faults);
    }
    var given = new LinkedHashMap<String, JsonValue>();
    var twice = new HashMap<String, Integer>();
    try {
      for (var pair : request.getUri().query().toList()) {
        given.put(pair.first(), value(pair.second()));
        twice.merge(pair.first(), 1, Integer::sum);
      }
    } catch (IllegalUriException e) {
      faults.add("query", "cannot be decoded");
      return null;
    }
    twice.forEach(
        (name, times) -> {
          if (times > 1) faults.add(Faults.echo(name), "is there twice");
        });
    return schema.check(new JsonValue.Members(given), "", faults);
  }

  /** Only those that the endpoint names; a request may have any others. */
  private static @Nullable Fields headers(ObjectSchema schema, HttpRequest request, Faults faults) {
    if (schema.fields().isEmpty()) return Fields.none();
    var given = new LinkedHashMap<String, JsonValue>();
    for (var field : schema.fields()) {
      var name = field.name().toLowerCase(Locale.ROOT);
      for (var header : request.getHeaders()) {
        if (header.is(name) && given.put(field.name(), value(header.value())) != null) {
          faults.add(field.name(), "is there twice");
        }
      }
    }
    return schema.check(new JsonValue.Members(given), "", faults);
  }

  /** A query has no types, nor have headers: what is written like a whole number is one. */
  private static JsonValue value(String text) {
    boolean digits = !text.isEmpty() && text.chars().allMatch(c -> c >= '0' && c <= '9');
    return digits && (text.charAt(0) != '0' || text.length() == 1)
        ? new JsonValue.Num(text)
        : new JsonValue.Text(text);
  }

  /** Both spellings of the header are one: said twice, it must not say two things. */
  private static @Nullable String key(HttpRequest request, Faults faults) {
    String key = null;
    String name = null;
    for (var header : request.getHeaders()) {
      if (!header.is("x-idempotency-key") && !header.is("idempotency-key")) continue;
      boolean again = key != null;
      if (again && (header.is(lowercase(name)) || !header.value().equals(key))) {
        faults.add(canonicalName(header.lowercaseName()), "is there twice");
        return null;
      }
      key = header.value();
      name = header.lowercaseName();
    }
    if (key == null || name == null) return null;
    if (!isKey(key)) faults.add(canonicalName(name), KEY_RULE);
    return key;
  }

  private static String lowercase(@Nullable String name) {
    return name == null ? "" : name;
  }

  private static String canonicalName(String lowercase) {
    return lowercase.startsWith("x-") ? "X-Idempotency-Key" : "Idempotency-Key";
  }

  private static boolean isKey(String key) {
    return !key.isEmpty()
        && key.length() <= LONGEST_KEY
        && key.chars().allMatch(c -> c > ' ' && c < 0x7f);
  }

  private static boolean isJson(HttpRequest request) {
    var type = request.entity().getContentType().mediaType();
    return type.mainType().equals("application") && type.subType().equals("json");
  }

  private static boolean isEncoded(HttpRequest request) {
    var encoding = Exchange.header(request, "content-encoding");
    return encoding != null && !encoding.equalsIgnoreCase("identity");
  }

  private static CompletionStage<Answer> done(Answer answer) {
    return CompletableFuture.completedFuture(answer);
  }
}
