package ordinal.projections.tail;

import java.util.ArrayList;
import java.util.List;

/** Neighbouring slices of the journal that one reader follows, both ends included. */
public record SliceRange(int first, int last) {

  public SliceRange {
    if (first < 0 || last < first) {
      throw new IllegalArgumentException("no such slices: " + first + " to " + last);
    }
  }

  public static SliceRange one(int slice) {
    return new SliceRange(slice, slice);
  }

  public static SliceRange all(int slices) {
    return new SliceRange(0, slices - 1);
  }

  /** All slices in this many parts, as equal as they can be; never more parts than slices. */
  public static List<SliceRange> divide(int slices, int parts) {
    int count = Math.min(slices, parts);
    var ranges = new ArrayList<SliceRange>(count);
    for (int i = 0; i < count; i++) {
      ranges.add(new SliceRange(i * slices / count, (i + 1) * slices / count - 1));
    }
    return List.copyOf(ranges);
  }

  /** The one with this {@link #key}. */
  public static SliceRange of(String key) {
    var ends = key.split("-", 2);
    int first = Integer.parseInt(ends[0]);
    return new SliceRange(first, ends.length == 1 ? first : Integer.parseInt(ends[1]));
  }

  public boolean contains(int slice) {
    return first <= slice && slice <= last;
  }

  boolean isOne() {
    return first == last;
  }

  /** A projection's key: "7", or "4-7". */
  public String key() {
    return isOne() ? Integer.toString(first) : first + "-" + last;
  }
}
