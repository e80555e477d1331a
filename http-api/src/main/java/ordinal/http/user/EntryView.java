package ordinal.http.user;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.function.LongFunction;
import ordinal.assets.AccountKind;
import ordinal.projections.assets.AssetEntry;
import org.jspecify.annotations.Nullable;

/** One movement of an account as callers see it. */
@JsonInclude(JsonInclude.Include.NON_NULL)
record EntryView(
    String event,
    Number amount,
    @Nullable String orderNo,
    String key,
    @Nullable Number available,
    @Nullable Number frozen,
    String traceId,
    String at) {

  static EntryView of(AccountKind kind, AssetEntry entry) {
    var shown = AccountView.shownAs(kind);
    return new EntryView(
        entry.eventType(),
        shown.apply(entry.amount()),
        entry.orderNo(),
        entry.key(),
        perhaps(shown, entry.available()),
        perhaps(shown, entry.frozen()),
        entry.traceId(),
        entry.at().toString());
  }

  private static @Nullable Number perhaps(LongFunction<Number> shown, @Nullable Long amount) {
    return amount == null ? null : shown.apply(amount);
  }
}
