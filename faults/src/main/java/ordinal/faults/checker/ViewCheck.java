package ordinal.faults.checker;

import java.util.Map;
import java.util.StringJoiner;

/** Holds a table that follows from the journal against what should be in it, row by row. */
final class ViewCheck {

  private ViewCheck() {}

  static void run(
      View view, Map<String, Row> expected, Map<String, Row> actual, Findings findings) {
    expected.forEach(
        (key, row) -> {
          var found = actual.get(key);
          if (found == null) {
            findings.add(Fault.VIEW_ROW_MISSING, name(view, key), "should be " + row.values());
          } else if (!found.values().equals(row.values())) {
            findings.add(Fault.VIEW_ROW_DIFFERS, name(view, key), differences(view, row, found));
          }
        });
    actual.forEach(
        (key, row) -> {
          if (!expected.containsKey(key)) {
            findings.add(Fault.VIEW_ROW_EXTRA, name(view, key), "is " + row.values());
          }
        });
  }

  private static String name(View view, String key) {
    return view.table() + " " + key;
  }

  private static String differences(View view, Row expected, Row actual) {
    var differences = new StringJoiner("; ");
    for (int i = 0; i < view.columns().size(); i++) {
      var is = actual.values().get(i);
      var should = expected.values().get(i);
      if (!is.equals(should)) {
        differences.add(view.columns().get(i) + " is " + is + ", not " + should);
      }
    }
    return differences.toString();
  }
}
