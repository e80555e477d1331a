package ordinal.http.serving;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import ordinal.http.schema.Fault;
import ordinal.kernel.ErrorCode;
import org.apache.pekko.http.javadsl.model.ContentType;
import org.apache.pekko.http.javadsl.model.HttpHeader;
import org.apache.pekko.http.javadsl.model.StatusCodes;
import org.apache.pekko.http.javadsl.model.headers.RawHeader;
import org.apache.pekko.stream.javadsl.Source;
import org.apache.pekko.util.ByteString;
import org.jspecify.annotations.Nullable;

/**
 * What goes back to the caller, before it is written: enveloped data, one of our own pages, or a
 * stream.
 */
public sealed interface Answer {

  int status();

  ErrorCode code();

  List<HttpHeader> headers();

  Answer with(String header, String value);

  /** The usual answer. {@code data} is anything that Jackson can write, or null. */
  record Enveloped(
      int status, ErrorCode code, String message, @Nullable Object data, List<HttpHeader> headers)
      implements Answer {
    @Override
    public Answer with(String header, String value) {
      return new Enveloped(status, code, message, data, more(headers, header, value));
    }
  }

  /** A description or a page, which has a form of its own. */
  record Page(ContentType type, ByteString bytes, List<HttpHeader> headers) implements Answer {
    @Override
    public int status() {
      return StatusCodes.OK.intValue();
    }

    @Override
    public ErrorCode code() {
      return ErrorCode.OK;
    }

    @Override
    public Answer with(String header, String value) {
      return new Page(type, bytes, more(headers, header, value));
    }
  }

  /**
   * Bytes that come as they come, for as long as the caller listens. Each caller has its own run of
   * the source and gives it its pace: who does not read holds up nobody else.
   */
  record Stream(ContentType type, Source<ByteString, ?> bytes, List<HttpHeader> headers)
      implements Answer {
    @Override
    public int status() {
      return StatusCodes.OK.intValue();
    }

    @Override
    public ErrorCode code() {
      return ErrorCode.OK;
    }

    @Override
    public Answer with(String header, String value) {
      return new Stream(type, bytes, more(headers, header, value));
    }
  }

  static Answer ok(Object data) {
    return new Enveloped(200, ErrorCode.OK, ErrorCode.OK.meaning(), data, List.of());
  }

  static Answer created(Object data) {
    return new Enveloped(201, ErrorCode.OK, ErrorCode.OK.meaning(), data, List.of());
  }

  /** Begun; what comes of it is to be asked for. */
  static Answer accepted(Object data) {
    return new Enveloped(202, ErrorCode.OK, ErrorCode.OK.meaning(), data, List.of());
  }

  /** The answer that the first such request got. */
  static Answer replayed(Object data) {
    return ok(data).with("Idempotent-Replayed", "true");
  }

  static Answer error(ErrorCode code, String message) {
    return error(code, message, null);
  }

  static Answer error(ErrorCode code, String message, @Nullable Object data) {
    var answer = new Enveloped(code.httpStatus(), code, message, data, List.of());
    return switch (code) {
      // One second is longer than a write takes, and short enough for a person.
      case IN_PROGRESS, TRY_AGAIN -> answer.with("Retry-After", "1");
      default -> answer;
    };
  }

  /** Nothing is wrong with the request: it is to come again, but not before so many seconds. */
  static Answer later(ErrorCode code, String message, long seconds) {
    return new Enveloped(code.httpStatus(), code, message, null, List.of())
        .with("Retry-After", Long.toString(seconds));
  }

  static Answer invalid(List<Fault> faults) {
    return error(ErrorCode.INVALID_REQUEST, sentence(faults), Map.of("errors", faults));
  }

  static Answer invalid(String field, String reason) {
    return invalid(List.of(new Fault(field, reason)));
  }

  /** For people; programs read {@code data.errors}. */
  private static String sentence(List<Fault> faults) {
    var first = faults.get(0);
    var more = faults.size() == 1 ? "" : " (and " + (faults.size() - 1) + " more)";
    return "The request is wrong: " + first.field() + " " + first.reason() + more + ".";
  }

  private static List<HttpHeader> more(List<HttpHeader> headers, String name, String value) {
    var all = new ArrayList<HttpHeader>(headers.size() + 1);
    all.addAll(headers);
    all.add(RawHeader.create(name, value));
    return all;
  }
}
