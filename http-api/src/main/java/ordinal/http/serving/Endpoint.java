package ordinal.http.serving;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import ordinal.http.schema.Field;
import ordinal.http.schema.IdSchema;
import ordinal.http.schema.ObjectSchema;
import ordinal.http.schema.Schema;
import ordinal.kernel.ErrorCode;
import org.apache.pekko.http.javadsl.model.HttpMethod;
import org.apache.pekko.http.javadsl.model.HttpMethods;
import org.jspecify.annotations.Nullable;

/**
 * One call of the API: where it is, what it takes, what it answers and who handles it.
 *
 * <p>Routing, checking, rate limits and the description of the API all read this one record. That
 * is why there are no Directives here: a route that is code cannot be listed.
 *
 * @param operationId its name, in the description and as the key of rate limits
 * @param headers the headers of a request that only this call reads
 * @param body what the body must be, or null when it takes none
 * @param successes the statuses it can succeed with
 * @param response what {@code data} is then, or null for a page that has a form of its own
 * @param mediaType what it answers in
 * @param refusals the codes it can refuse with beside those that every call can
 * @param scope under which name a request is in progress, so that its twin is told to wait
 */
public record Endpoint(
    HttpMethod method,
    String path,
    String operationId,
    String summary,
    List<Field<String>> pathParameters,
    ObjectSchema query,
    ObjectSchema headers,
    @Nullable ObjectSchema body,
    List<Integer> successes,
    @Nullable Schema<?> response,
    String mediaType,
    List<ErrorCode> refusals,
    Scope scope,
    Function<Call, CompletionStage<Answer>> handler) {

  public static final ObjectSchema NO_QUERY = ObjectSchema.of("NoQuery");
  public static final ObjectSchema NO_HEADERS = ObjectSchema.of("NoHeaders");
  private static final String EVENT_STREAM = "text/event-stream";

  /** The name under which a request is in progress, or null when it needs none. */
  @FunctionalInterface
  public interface Scope {
    @Nullable String of(Call call);
  }

  public boolean isPost() {
    return method.equals(HttpMethods.POST);
  }

  /** Whether it would store something. */
  public boolean changes() {
    return isPost() || method.equals(HttpMethods.PUT);
  }

  /** Whether its answer goes on for as long as the caller listens. */
  public boolean isStream() {
    return mediaType.equals(EVENT_STREAM);
  }

  /** The segments of the path; a parameter keeps its braces. */
  List<String> segments() {
    return path.equals("/") ? List.of() : List.of(path.substring(1).split("/"));
  }

  static boolean isParameter(String segment) {
    return segment.startsWith("{");
  }

  static String parameterName(String segment) {
    return segment.substring(1, segment.length() - 1);
  }

  public static Endpoint.Builder get(String path, String operationId, String summary) {
    return new Builder(HttpMethods.GET, path, operationId, summary);
  }

  public static Endpoint.Builder post(String path, String operationId, String summary) {
    return new Builder(HttpMethods.POST, path, operationId, summary);
  }

  /** What it sets, it sets once and again: it takes no idempotency key. */
  public static Endpoint.Builder put(String path, String operationId, String summary) {
    return new Builder(HttpMethods.PUT, path, operationId, summary);
  }

  /** Lets a table of endpoints be read line by line. */
  public static final class Builder {
    private final HttpMethod method;
    private final String path;
    private final String operationId;
    private final String summary;
    private final List<Field<String>> pathParameters = new ArrayList<>();
    private ObjectSchema query = NO_QUERY;
    private ObjectSchema headers = NO_HEADERS;
    private @Nullable ObjectSchema body;
    private List<Integer> successes = List.of(200);
    private @Nullable Schema<?> response;
    private String mediaType = "application/json";
    private List<ErrorCode> refusals = List.of();
    private Scope scope = call -> null;

    private Builder(HttpMethod method, String path, String operationId, String summary) {
      this.method = method;
      this.path = path;
      this.operationId = operationId;
      this.summary = summary;
    }

    /** What a parameter of the path stands for. It is an id. */
    public Builder at(String name, String description, String example) {
      pathParameters.add(Field.required(name, IdSchema.id(), description, example));
      return this;
    }

    public Builder asking(ObjectSchema parameters) {
      query = parameters;
      return this;
    }

    public Builder heading(ObjectSchema fields) {
      headers = fields;
      return this;
    }

    public Builder taking(ObjectSchema schema) {
      body = schema;
      return this;
    }

    public Builder answering(Schema<?> data, Integer... statuses) {
      response = data;
      successes = List.of(statuses);
      return this;
    }

    public Builder showing(String type) {
      mediaType = type;
      return this;
    }

    public Builder streaming() {
      return showing(EVENT_STREAM);
    }

    public Builder refusing(ErrorCode... codes) {
      refusals = List.of(codes);
      return this;
    }

    public Builder onceAs(Scope name) {
      scope = name;
      return this;
    }

    public Endpoint by(Function<Call, CompletionStage<Answer>> handler) {
      return new Endpoint(
          method,
          path,
          operationId,
          summary,
          List.copyOf(pathParameters),
          query,
          headers,
          body,
          successes,
          response,
          mediaType,
          refusals,
          scope,
          handler);
    }
  }
}
