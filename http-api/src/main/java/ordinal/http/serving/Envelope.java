package ordinal.http.serving;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamWriteFeature;
import com.fasterxml.jackson.databind.ObjectWriter;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.util.ArrayList;
import org.apache.pekko.http.javadsl.model.ContentTypes;
import org.apache.pekko.http.javadsl.model.HttpEntities;
import org.apache.pekko.http.javadsl.model.HttpHeader;
import org.apache.pekko.http.javadsl.model.HttpResponse;
import org.apache.pekko.http.javadsl.model.ResponseEntity;
import org.apache.pekko.http.javadsl.model.headers.RawHeader;
import org.apache.pekko.util.ByteString;
import org.jspecify.annotations.Nullable;

/** The one shape of every answer, and the one place that writes it. */
@JsonInclude(JsonInclude.Include.ALWAYS)
record Envelope(String code, String message, @Nullable Object data, String traceId) {

  static final String TRACE_HEADER = "X-Trace-Id";

  private static final ObjectWriter WRITER =
      JsonMapper.builder()
          .enable(StreamWriteFeature.WRITE_BIGDECIMAL_AS_PLAIN)
          .build()
          .writerFor(Envelope.class);

  // Answers are the caller's own and change: nothing between us may keep or reinterpret them.
  private static final HttpHeader NOT_KEPT = RawHeader.create("Cache-Control", "no-store");
  private static final HttpHeader NOT_GUESSED =
      RawHeader.create("X-Content-Type-Options", "nosniff");

  static HttpResponse response(Answer answer, String traceId) {
    var headers = new ArrayList<HttpHeader>(answer.headers().size() + 3);
    headers.add(RawHeader.create(TRACE_HEADER, traceId));
    headers.add(NOT_KEPT);
    headers.add(NOT_GUESSED);
    headers.addAll(answer.headers());
    return HttpResponse.create()
        .withStatus(answer.status())
        .withHeaders(headers)
        .withEntity(entity(answer, traceId));
  }

  private static ResponseEntity entity(Answer answer, String traceId) {
    if (answer instanceof Answer.Page page) return HttpEntities.create(page.type(), page.bytes());
    if (answer instanceof Answer.Stream stream) {
      return HttpEntities.createChunked(stream.type(), stream.bytes());
    }
    var said = (Answer.Enveloped) answer;
    var envelope = new Envelope(said.code().code(), said.message(), said.data(), traceId);
    return HttpEntities.create(ContentTypes.APPLICATION_JSON, bytes(envelope));
  }

  private static ByteString bytes(Envelope envelope) {
    try {
      return ByteString.fromArrayUnsafe(WRITER.writeValueAsBytes(envelope));
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("an answer could not be written", e);
    }
  }
}
