package ordinal.http.schema;

import java.util.List;
import java.util.Map;

/**
 * JSON as the caller wrote it. A number stays text: nothing is rounded, "1.10" can be told from
 * "1.1", and 1e999999999 costs no more than its characters.
 */
public sealed interface JsonValue {

  record Text(String value) implements JsonValue {}

  record Num(String written) implements JsonValue {}

  record Bool(boolean value) implements JsonValue {}

  record Null() implements JsonValue {}

  record Items(List<JsonValue> values) implements JsonValue {}

  record Members(Map<String, JsonValue> values) implements JsonValue {}
}
