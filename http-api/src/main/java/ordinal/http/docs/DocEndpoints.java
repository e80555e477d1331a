package ordinal.http.docs;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.function.Supplier;
import ordinal.http.serving.Answer;
import ordinal.http.serving.Call;
import ordinal.http.serving.Endpoint;
import org.apache.pekko.http.javadsl.model.ContentType;
import org.apache.pekko.http.javadsl.model.ContentTypes;
import org.apache.pekko.util.ByteString;
import org.jspecify.annotations.Nullable;

/**
 * The description of all calls, a page that shows it, and the front door.
 *
 * <pre>
 * GET /              what this is
 * GET /docs          the calls, to read and to try
 * GET /openapi.json  the same for programs
 * </pre>
 *
 * The pages are whole in themselves: nothing comes from another host, and their policy allows no
 * script but their own, by its hash.
 */
public final class DocEndpoints {

  private static final String HTML = "text/html";

  private DocEndpoints() {}

  /** These endpoints and those given, all of them described. */
  public static List<Endpoint> and(List<Endpoint> others) {
    var all = new ArrayList<Endpoint>(others);
    describe(About.API, all);
    all.add(
        Endpoint.get("/", "getFrontDoor", "What this is")
            .showing(HTML)
            .by(always(page("index.html"))));
    return List.copyOf(all);
  }

  /** The endpoints given, with their description and its page: for a server beside the API. */
  public static List<Endpoint> describing(About about, List<Endpoint> others) {
    var all = new ArrayList<Endpoint>(others);
    describe(about, all);
    return List.copyOf(all);
  }

  private static void describe(About about, List<Endpoint> all) {
    var description = new Description(about, all);
    all.add(
        Endpoint.get("/openapi.json", "getOpenApi", "This description")
            .by(call -> description.get()));
    all.add(
        Endpoint.get("/docs", "getDocs", "A page that shows this description")
            .showing(HTML)
            .by(always(page("docs.html"))));
  }

  /** Written once, when it is first asked for: by then all endpoints are in the list. */
  private static final class Description implements Supplier<CompletionStage<Answer>> {
    private final About about;
    private final List<Endpoint> endpoints;
    private volatile @Nullable Answer written;

    private Description(About about, List<Endpoint> endpoints) {
      this.about = about;
      this.endpoints = endpoints;
    }

    @Override
    public CompletionStage<Answer> get() {
      var answer = written == null ? write() : written;
      written = answer;
      return CompletableFuture.completedFuture(answer);
    }

    private Answer write() {
      try {
        var bytes = new JsonMapper().writeValueAsBytes(OpenApi.describe(about, endpoints));
        return new Answer.Page(
            ContentTypes.APPLICATION_JSON, ByteString.fromArray(bytes), List.of());
      } catch (JsonProcessingException e) {
        throw new IllegalStateException("the description could not be written", e);
      }
    }
  }

  private static Function<Call, CompletionStage<Answer>> always(Answer answer) {
    var done = CompletableFuture.completedFuture(answer);
    return call -> done;
  }

  private static Answer page(String name) {
    try (var in = DocEndpoints.class.getResourceAsStream(name)) {
      if (in == null) throw new IllegalStateException("no resource " + name);
      var html = new String(in.readAllBytes(), StandardCharsets.UTF_8);
      ContentType type = ContentTypes.TEXT_HTML_UTF8;
      return new Answer.Page(type, ByteString.fromString(html), List.of())
          .with("Content-Security-Policy", policy(html))
          .with("Referrer-Policy", "no-referrer");
    } catch (IOException e) {
      throw new IllegalStateException("resource " + name + " cannot be read", e);
    }
  }

  private static String policy(String html) {
    return "default-src 'none'; connect-src 'self'; base-uri 'none'; form-action 'none'; "
        + "frame-ancestors 'none'; script-src "
        + hash(html, "script")
        + "; style-src "
        + hash(html, "style");
  }

  private static String hash(String html, String element) {
    int start = html.indexOf("<" + element + ">");
    if (start < 0) return "'none'";
    var inside = html.substring(start + element.length() + 2, html.indexOf("</" + element + ">"));
    try {
      var digest = MessageDigest.getInstance("SHA-256");
      var bytes = digest.digest(inside.getBytes(StandardCharsets.UTF_8));
      return "'sha256-" + Base64.getEncoder().encodeToString(bytes) + "'";
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }
}
