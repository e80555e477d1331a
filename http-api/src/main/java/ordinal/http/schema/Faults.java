package ordinal.http.schema;

import java.util.ArrayList;
import java.util.List;

/** Collects what is wrong with a request, so that the caller hears of everything at once. */
public final class Faults {

  /**
   * A body of 100 items can hold 300 honest mistakes. What holds more is not worth an answer that
   * is larger than the request.
   */
  public static final int MOST = 500;

  private static final int LONGEST_ECHO = 64;

  private final List<Fault> found = new ArrayList<>();

  public void add(String field, String reason) {
    if (found.size() < MOST) {
      found.add(new Fault(field, reason));
    }
  }

  public void add(Fault fault) {
    add(fault.field(), fault.reason());
  }

  public boolean isEmpty() {
    return found.isEmpty();
  }

  public List<Fault> list() {
    return List.copyOf(found);
  }

  /** A caller's own text, made safe to be shown back: short, and visible ASCII only. */
  public static String echo(String text) {
    int length = Math.min(text.length(), LONGEST_ECHO);
    var safe = new StringBuilder(length);
    for (int i = 0; i < length; i++) {
      char c = text.charAt(i);
      safe.append(c >= ' ' && c < 0x7f ? c : '?');
    }
    return safe.toString();
  }
}
