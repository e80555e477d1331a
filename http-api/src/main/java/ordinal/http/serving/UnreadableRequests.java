package ordinal.http.serving;

import ordinal.http.schema.Faults;
import ordinal.kernel.ErrorCode;
import ordinal.kernel.TraceContext;
import org.apache.pekko.event.LoggingAdapter;
import org.apache.pekko.http.ParsingErrorHandler;
import org.apache.pekko.http.javadsl.model.HttpResponse;
import org.apache.pekko.http.scaladsl.model.ErrorInfo;
import org.apache.pekko.http.scaladsl.model.StatusCode;
import org.apache.pekko.http.scaladsl.settings.ServerSettings;

/**
 * Answers what is not HTTP enough to become a request: illegal characters, too many headers, a bad
 * request line. The caller's trace id is among what could not be read, so there is a new one.
 *
 * <p>Named in the server's settings; Pekko makes one for every connection.
 */
public final class UnreadableRequests extends ParsingErrorHandler {

  private static final int TOO_LARGE = 413;
  private static final int METHOD_UNKNOWN = 501;

  @Override
  public HttpResponse handle(
      StatusCode status, ErrorInfo info, LoggingAdapter log, ServerSettings settings) {
    var traceId = TraceContext.fresh().traceId();
    var answer = answer(status.intValue(), info.summary());
    AccessLog.line("unreadable -", "-", answer.status(), answer.code().code(), 0, traceId);
    return Envelope.response(answer, traceId);
  }

  /** A method nobody knows is the caller's mistake, whatever number HTTP has for it. */
  private static Answer answer(int status, String summary) {
    return switch (status) {
      case METHOD_UNKNOWN ->
          Answer.error(ErrorCode.METHOD_NOT_ALLOWED, "This method is not known here.")
              .with("Allow", "GET, HEAD, POST");
      case TOO_LARGE -> Answer.error(ErrorCode.TOO_LARGE, "The body is too large.");
      default ->
          Answer.invalid(
              "request",
              "is not valid HTTP" + (summary.isEmpty() ? "" : ": " + Faults.echo(summary)));
    };
  }
}
