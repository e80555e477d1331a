package ordinal.projections.holds;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import ordinal.projections.sql.Sql;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks at every hold whose time is over: if its order is there, the pieces are the order's and the
 * row has done its work; if not, the pieces go back. Every step may be repeated, so a round that
 * was cut off anywhere is made good by the next.
 */
final class HoldReaper {

  private static final Logger LOG = LoggerFactory.getLogger(HoldReaper.class);

  /** Before every other. */
  private static final Hold FIRST = new Hold("", "", 0, Instant.EPOCH);

  private final Sql sql;
  private final HoldOwners owners;
  private final int atOnce;
  private final Clock clock;
  private final Counter wentBack;

  HoldReaper(Sql sql, HoldOwners owners, int atOnce, Clock clock, MeterRegistry metrics) {
    this.sql = sql;
    this.owners = owners;
    this.atOnce = atOnce;
    this.clock = clock;
    this.wentBack =
        Counter.builder("stock.hold.expired")
            .description("Holds of flash sales whose order did not come, so that they went back.")
            .register(metrics);
  }

  /** One round: some at a time, each once. Fails when the database does not answer. */
  CompletionStage<Void> run() {
    return behind(FIRST, clock.instant());
  }

  private CompletionStage<Void> behind(Hold last, Instant now) {
    return sql.ask(db -> HoldTable.due(db, now, last, atOnce))
        .thenCompose(due -> settle(due).thenCompose(done -> next(due, now)));
  }

  private CompletionStage<Void> next(List<Hold> settled, Instant now) {
    return settled.size() < atOnce
        ? CompletableFuture.completedFuture(null)
        : behind(settled.get(settled.size() - 1), now);
  }

  private CompletableFuture<Void> settle(List<Hold> due) {
    return CompletableFuture.allOf(
        due.stream().map(this::settle).toArray(CompletableFuture<?>[]::new));
  }

  /** Never fails: what could not be settled is found again by the next round. */
  private CompletableFuture<Hold> settle(Hold hold) {
    return owners
        .ownerOf(hold.skuId(), hold.orderNo())
        .thenCompose(
            owner ->
                switch (owner) {
                  case ORDER -> forget(hold);
                  case NOBODY -> giveBack(hold);
                  case UNDECIDED -> CompletableFuture.completedFuture(hold);
                })
        .exceptionally(
            failure -> {
              LOG.warn(
                  "[Holds] sku {}, order {}: trying again later: {}",
                  hold.skuId(),
                  hold.orderNo(),
                  failure.toString());
              return hold;
            })
        .toCompletableFuture();
  }

  private CompletionStage<Hold> giveBack(Hold hold) {
    return owners
        .letGo(hold.skuId(), hold.orderNo())
        .thenCompose(
            done -> {
              wentBack.increment();
              LOG.info(
                  "[Holds] sku {}: {} pieces went back, order {} did not come",
                  hold.skuId(),
                  hold.quantity(),
                  hold.orderNo());
              return forget(hold);
            });
  }

  /** Also after they went back: their event may have been stored, and handled, long ago. */
  private CompletionStage<Hold> forget(Hold hold) {
    return sql.ask(
        db -> {
          HoldTable.delete(db, List.of(HeldPieces.of(hold)));
          return hold;
        });
  }
}
