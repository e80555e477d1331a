package ordinal.projections.kafka;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;

/**
 * How far a slice is published, as it stands on Kafka beside the events themselves.
 *
 * @param ordering every event of the slice up to here is out, or is a dead letter
 * @param replayed dead letters that are out too: entity, and its last sequence number. Kept until
 *     the database knows it
 */
record SlicePosition(long ordering, Map<String, Long> replayed) {

  static final SlicePosition NONE = new SlicePosition(0, Map.of());

  private static final ObjectMapper JSON = new ObjectMapper();

  SlicePosition {
    replayed = Map.copyOf(replayed);
  }

  SlicePosition at(long newOrdering) {
    return new SlicePosition(newOrdering, replayed);
  }

  SlicePosition withReplayed(String persistenceId, long sequenceNr) {
    var all = new TreeMap<>(replayed);
    all.put(persistenceId, sequenceNr);
    return new SlicePosition(ordering, all);
  }

  SlicePosition withoutReplayed(String persistenceId) {
    var all = new TreeMap<>(replayed);
    all.remove(persistenceId);
    return new SlicePosition(ordering, all);
  }

  byte[] toBytes() {
    if (replayed.isEmpty()) {
      return ("{\"ordering\":" + ordering + "}").getBytes(StandardCharsets.UTF_8);
    }
    try {
      return JSON.writeValueAsBytes(Map.of("ordering", ordering, "replayed", replayed));
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }

  static SlicePosition of(byte[] bytes) {
    try {
      var json = JSON.readTree(bytes);
      var replayed = new TreeMap<String, Long>();
      for (var entry : json.path("replayed").properties()) {
        replayed.put(entry.getKey(), entry.getValue().asLong());
      }
      return new SlicePosition(json.required("ordering").asLong(), replayed);
    } catch (java.io.IOException | IllegalArgumentException e) {
      throw new IllegalStateException(
          "what stands on " + Topics.OFFSETS + " is not a position of ours", e);
    }
  }
}
