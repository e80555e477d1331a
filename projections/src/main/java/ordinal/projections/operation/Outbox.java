package ordinal.projections.operation;

import java.util.SortedMap;
import java.util.concurrent.CompletionStage;

/** The outbox as a whole: what is still to go out, in the whole cluster. */
public interface Outbox {

  CompletionStage<Status> status();

  /** Ends every publisher's wait for its next attempt; how many slices were waiting. */
  CompletionStage<Integer> retryNow();

  /**
   * How it stands.
   *
   * @param pending events stored and not yet on Kafka, dead ones not counted
   * @param retrying those of them whose publisher waits for its next attempt
   * @param dead events that can never be sent as they are, with those that wait behind them
   * @param lagBySlice pending events by slice
   */
  record Status(
      long pending,
      long retrying,
      long dead,
      double oldestPendingAgeSeconds,
      SortedMap<Integer, Long> lagBySlice) {}
}
