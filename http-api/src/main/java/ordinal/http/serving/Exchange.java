package ordinal.http.serving;

import ordinal.kernel.TraceContext;
import org.apache.pekko.http.javadsl.model.HttpRequest;
import org.jspecify.annotations.Nullable;

/**
 * One request on its way in.
 *
 * @param tenantId whose shop it is about, or null when it says so in a wrong way
 * @param caller whom limits count for
 */
public record Exchange(
    HttpRequest request,
    RequestBody body,
    TraceContext trace,
    @Nullable String tenantId,
    String caller,
    Route route) {

  /** The first header of this name, or null. */
  public static @Nullable String header(HttpRequest request, String lowercaseName) {
    for (var header : request.getHeaders()) {
      if (header.is(lowercaseName)) return header.value();
    }
    return null;
  }
}
