package ordinal.projections.tail;

import java.util.List;

/**
 * Some of the next events of a range of slices, in the journal's order: what was there when it was
 * asked for. May be empty, when the reader was woken for another reason.
 *
 * @param upTo the reader's position after the page: the last row's ordering
 */
public record Page(List<JournalRow> rows, long upTo) {
  public Page {
    rows = List.copyOf(rows);
  }
}
