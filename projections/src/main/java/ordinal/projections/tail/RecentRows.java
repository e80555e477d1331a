package ordinal.projections.tail;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The last events that the head has read, for all readers of this node, and the readers that wait
 * for more. Bounded: a reader that falls out of it reads the database for itself until it is back.
 *
 * <p>Holds every event with {@code start < ordering <= head}.
 */
final class RecentRows {

  /** A reader that has all there is. Woken once, by whichever thread brings more. */
  record Waiter(SliceRange range, Runnable wake) {}

  private final int mostRows;
  private final long mostBytes;
  private final JournalRow[] ring;
  private int first;
  private int count;
  private long bytes;
  private long start;
  private volatile long head;
  private final List<Waiter> waiters = new ArrayList<>();

  RecentRows(int mostRows, long mostBytes, long head) {
    this.mostRows = mostRows;
    this.mostBytes = mostBytes;
    this.ring = new JournalRow[mostRows];
    this.start = head;
    this.head = head;
  }

  long head() {
    return head;
  }

  /** The head has moved: these are all events between where it was and where it is. */
  void advance(List<JournalRow> events, long newHead) {
    var woken = new ArrayList<Waiter>();
    synchronized (this) {
      for (var event : events) add(event);
      head = newHead;
      for (Iterator<Waiter> all = waiters.iterator(); all.hasNext(); ) {
        var waiter = all.next();
        if (concerns(waiter.range(), events)) {
          woken.add(waiter);
          all.remove();
        }
      }
    }
    for (var waiter : woken) waiter.wake().run();
  }

  private static boolean concerns(SliceRange range, List<JournalRow> events) {
    for (var event : events) {
      if (range.contains(event.slice())) return true;
    }
    return false;
  }

  private void add(JournalRow event) {
    while (count > 0 && (count == mostRows || bytes + event.bytes() > mostBytes)) dropFirst();
    ring[(first + count) % mostRows] = event;
    count++;
    bytes += event.bytes();
  }

  @SuppressWarnings("NullAway") // A free place of the ring holds nothing.
  private void dropFirst() {
    var dropped = ring[first];
    ring[first] = null;
    first = (first + 1) % mostRows;
    count--;
    bytes -= dropped.bytes();
    start = dropped.ordering();
  }

  /**
   * The next events of some slices, or null when they are no longer all here. When there is none,
   * the waiter is kept until there is.
   */
  synchronized @Nullable List<JournalRow> take(
      SliceRange range, long after, int limit, Waiter waiter) {
    if (after < start) return null;
    var taken = new ArrayList<JournalRow>();
    for (int i = firstAfter(after); i < count && taken.size() < limit; i++) {
      var row = at(i);
      if (range.contains(row.slice())) taken.add(row);
    }
    if (taken.isEmpty()) waiters.add(waiter);
    return taken;
  }

  synchronized void forget(Waiter waiter) {
    waiters.remove(waiter);
  }

  private JournalRow at(int index) {
    return ring[(first + index) % mostRows];
  }

  private int firstAfter(long ordering) {
    int low = 0;
    int high = count;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (at(middle).ordering() <= ordering) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }
}
