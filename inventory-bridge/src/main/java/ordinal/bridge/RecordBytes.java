package ordinal.bridge;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;

/** A record's headers as one value of a column: JSON, a list of names and their bytes in base64. */
final class RecordBytes {

  private static final ObjectMapper JSON = new ObjectMapper();

  private RecordBytes() {}

  static byte[] of(Headers headers) {
    var all = JSON.createArrayNode();
    for (var header : headers) {
      all.addObject().put("name", header.key()).put("value", header.value());
    }
    try {
      return JSON.writeValueAsBytes(all);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static Headers headers(byte[] bytes) {
    try {
      var headers = new RecordHeaders();
      for (JsonNode one : (ArrayNode) JSON.readTree(bytes)) {
        headers.add(one.path("name").asText(), one.path("value").binaryValue());
      }
      return headers;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
