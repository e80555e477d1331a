package ordinal.faults.checker;

import org.jspecify.annotations.Nullable;

/**
 * One record as a consumer of committed records finds it.
 *
 * @param ceId the header of the same name; so the other two
 * @param body the value, as text
 */
record SentRecord(
    int partition,
    long offset,
    @Nullable String key,
    @Nullable String ceId,
    @Nullable String traceId,
    @Nullable String ordering,
    String body) {

  String place() {
    return "partition " + partition + " offset " + offset;
  }
}
