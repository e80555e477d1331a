package ordinal.faults.checker;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/** In what two JSON trees differ, field by field. Numbers are equal by their value. */
final class JsonDifference {

  private JsonDifference() {}

  /** Each in words, with the path to it; empty when they are equal. */
  static List<String> between(JsonNode expected, JsonNode actual) {
    var differences = new ArrayList<String>();
    compare("", expected, actual, differences);
    return differences;
  }

  private static void compare(
      String path, JsonNode expected, JsonNode actual, List<String> differences) {
    if (expected.isObject() && actual.isObject()) {
      var names = new TreeSet<String>();
      expected.fieldNames().forEachRemaining(names::add);
      actual.fieldNames().forEachRemaining(names::add);
      for (var name : names) {
        compare(path + "." + name, expected.path(name), actual.path(name), differences);
      }
    } else if (expected.isArray() && actual.isArray() && expected.size() == actual.size()) {
      for (int i = 0; i < expected.size(); i++) {
        compare(path + "[" + i + "]", expected.path(i), actual.path(i), differences);
      }
    } else if (!isSameValue(expected, actual)) {
      var name = path.startsWith(".") ? path.substring(1) : path;
      differences.add(name + " is " + show(actual) + ", not " + show(expected));
    }
  }

  private static boolean isSameValue(JsonNode expected, JsonNode actual) {
    if (!expected.isNumber() || !actual.isNumber()) return expected.equals(actual);
    return expected.decimalValue().compareTo(actual.decimalValue()) == 0;
  }

  private static String show(JsonNode node) {
    return node.isMissingNode() ? "absent" : node.toString();
  }
}
