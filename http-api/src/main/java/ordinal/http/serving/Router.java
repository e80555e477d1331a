package ordinal.http.serving;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import ordinal.kernel.ErrorCode;
import org.apache.pekko.http.javadsl.model.HttpMethod;
import org.apache.pekko.http.javadsl.model.HttpMethods;
import org.apache.pekko.http.javadsl.model.HttpRequest;
import org.apache.pekko.http.scaladsl.model.Uri;
import org.jspecify.annotations.Nullable;

/**
 * Finds the endpoint of a request: one step down a tree for every segment of its path. A word goes
 * before a parameter. Paths are exact: a slash more at the end is another path.
 */
public final class Router {

  /** An endpoint and the names along its path; a word has none. */
  private record Target(Endpoint endpoint, List<String> names) {}

  private static final class Node {
    private final Map<String, Node> words = new HashMap<>();
    private @Nullable Node parameter;
    private final Map<HttpMethod, Target> targets = new HashMap<>();
  }

  /** Longer than any path of ours; what is longer is nowhere. */
  private static final int MOST_SEGMENTS = 16;

  private static final Answer NO_SUCH_PATH =
      Answer.error(ErrorCode.NOT_FOUND, "There is no such path; /docs has those that are.");

  private final Node root = new Node();

  public Router(List<Endpoint> endpoints) {
    for (var endpoint : endpoints) {
      var node = root;
      for (var segment : endpoint.segments()) {
        node = Endpoint.isParameter(segment) ? parameterOf(node) : wordOf(node, segment);
      }
      var target = new Target(endpoint, names(endpoint));
      if (node.targets.put(endpoint.method(), target) != null) {
        throw new IllegalArgumentException("two endpoints at " + endpoint.path());
      }
    }
  }

  private static Node wordOf(Node node, String word) {
    return node.words.computeIfAbsent(word, unused -> new Node());
  }

  private static Node parameterOf(Node node) {
    var next = node.parameter == null ? new Node() : node.parameter;
    node.parameter = next;
    return next;
  }

  public Route find(HttpRequest request) {
    var segments = segments(request.getUri().asScala().path());
    var node = segments == null ? null : walk(segments);
    if (segments == null || node == null || node.targets.isEmpty()) {
      return new Route.Nowhere(NO_SUCH_PATH);
    }
    var target = node.targets.get(request.method());
    return target == null
        ? new Route.Nowhere(notWith(request.method(), node))
        : new Route.Found(target.endpoint(), parameters(target.names(), segments));
  }

  private @Nullable Node walk(List<String> segments) {
    var node = root;
    for (var segment : segments) {
      var word = node.words.get(segment);
      node = word == null ? node.parameter : word;
      if (node == null) return null;
    }
    return node;
  }

  private static List<String> names(Endpoint endpoint) {
    return endpoint.segments().stream()
        .map(segment -> Endpoint.isParameter(segment) ? Endpoint.parameterName(segment) : "")
        .toList();
  }

  private static Map<String, String> parameters(List<String> names, List<String> segments) {
    var parameters = new HashMap<String, String>();
    for (int i = 0; i < names.size(); i++) {
      if (!names.get(i).isEmpty()) parameters.put(names.get(i), segments.get(i));
    }
    return parameters;
  }

  /** The decoded segments, or null when one is empty or there are too many. */
  private static @Nullable List<String> segments(Uri.Path path) {
    var segments = new ArrayList<String>(4);
    var rest = path;
    while (rest.startsWithSlash() && !rest.tail().isEmpty()) {
      rest = rest.tail();
      if (!rest.startsWithSegment() || segments.size() == MOST_SEGMENTS) return null;
      segments.add((String) rest.head());
      rest = rest.tail();
    }
    boolean isRoot = segments.isEmpty();
    return rest.isEmpty() || isRoot ? segments : null;
  }

  private static Answer notWith(HttpMethod method, Node node) {
    var allowed = new TreeSet<String>();
    for (var known : node.targets.keySet()) {
      allowed.add(known.name());
      if (known.equals(HttpMethods.GET)) allowed.add(HttpMethods.HEAD.name());
    }
    var list = String.join(", ", allowed);
    return Answer.error(
            ErrorCode.METHOD_NOT_ALLOWED,
            method.name() + " is not allowed here, only " + list + ".")
        .with("Allow", list);
  }
}
