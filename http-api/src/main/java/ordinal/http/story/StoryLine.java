package ordinal.http.story;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import java.util.Map;
import ordinal.cash.story.StoryEntry;
import ordinal.cash.story.StoryEntry.Source;

/** An entry as callers see it: its details stand beside the rest. */
@JsonPropertyOrder({"at", "source", "what", "traceId"})
record StoryLine(
    String at, Source source, String what, String traceId, Map<String, Object> details) {

  static StoryLine of(StoryEntry entry) {
    return new StoryLine(
        entry.at().toString(), entry.source(), entry.what(), entry.traceId(), entry.details());
  }

  @Override
  @JsonAnyGetter
  public Map<String, Object> details() {
    return details;
  }
}
