package ordinal.http.user;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import ordinal.assets.AccountId;
import ordinal.assets.Assets;
import ordinal.cash.notifications.Notifications;
import ordinal.http.schema.CursorSchema;
import ordinal.http.serving.Answer;
import ordinal.http.serving.Call;
import ordinal.http.serving.ErrorHandler;
import ordinal.http.serving.SameThread;
import ordinal.projections.assets.AssetViews;
import org.jspecify.annotations.Nullable;

/**
 * Lists of what users own and were told, from the views: what they show is a moment behind the
 * accounts and coupons themselves. One method per endpoint.
 */
public final class UserListCalls {

  private final Assets assets;
  private final AssetViews views;
  private final Notifications notifications;
  private final Duration timeout;
  private final Clock clock;

  /** Some of them; the cursor is always there, as null at the end. */
  record Page(List<?> items, @Nullable String nextCursor) {
    static Page of(List<?> items, @Nullable Long next) {
      return new Page(items, next == null ? null : CursorSchema.write(next));
    }
  }

  /** What there is, and what made it so. */
  record Commissions(@JsonUnwrapped AccountView account, @JsonUnwrapped Page page) {}

  public UserListCalls(
      Assets assets, AssetViews views, Notifications notifications, Duration timeout, Clock clock) {
    this.assets = assets;
    this.views = views;
    this.notifications = notifications;
    this.timeout = timeout;
    this.clock = clock;
  }

  CompletionStage<Answer> walletEntries(Call call) {
    return entries(call, AccountId.wallet(call.tenantId(), call.at("userId")))
        .thenApply(Answer::ok);
  }

  CompletionStage<Answer> pointsEntries(Call call) {
    return entries(call, AccountId.points(call.tenantId(), call.at("userId")))
        .thenApply(Answer::ok);
  }

  private CompletionStage<Page> entries(Call call, AccountId account) {
    var found = views.entries(account, limit(call), call.query().find(UserSchemas.CURSOR));
    return ErrorHandler.within(timeout, "assets view", found)
        .thenApply(
            page ->
                Page.of(
                    page.entries().stream()
                        .map(entry -> EntryView.of(account.kind(), entry))
                        .toList(),
                    page.next()));
  }

  CompletionStage<Answer> coupons(Call call) {
    var before = call.query().find(UserSchemas.CURSOR);
    var found = views.coupons(call.tenantId(), call.at("userId"), limit(call), before);
    return ErrorHandler.within(timeout, "assets view", found)
        .thenApply(
            page -> {
              var now = clock.instant();
              var coupons = page.coupons().stream().map(one -> CouponView.of(one, now)).toList();
              return Answer.ok(Page.of(coupons, page.next()));
            });
  }

  /** The balance is the account's own; the list may be behind it. */
  CompletionStage<Answer> commissions(Call call) {
    var account = AccountId.commission(call.tenantId(), call.at("userId"));
    return SameThread.of(assets.account(account))
        .thenCombine(
            entries(call, account),
            (reply, page) ->
                UserAnswers.shown(
                    reply,
                    standing ->
                        new Commissions(
                            AccountView.of(account.kind(), account.ownerId(), standing), page)));
  }

  CompletionStage<Answer> notifications(Call call) {
    var cursor = call.query().find(UserSchemas.NOTIFICATIONS_CURSOR);
    var found = notifications.ofUser(call.tenantId(), call.at("userId"), limit(call), cursor);
    return ErrorHandler.within(timeout, "notifications", found)
        .thenApply(
            page ->
                Answer.ok(
                    new Page(
                        page.items().stream().map(NotificationView::of).toList(),
                        page.nextCursor())))
        .exceptionally(failure -> wrongCursor(cursor, failure));
  }

  /** Only whoever made a cursor can tell that it is none. */
  private static Answer wrongCursor(@Nullable String cursor, Throwable failure) {
    var cause = ErrorHandler.cause(failure);
    if (cursor != null && cause instanceof IllegalArgumentException) {
      return Answer.invalid(UserSchemas.NOTIFICATIONS_CURSOR.name(), CursorSchema.RULE);
    }
    throw new CompletionException(cause);
  }

  private static int limit(Call call) {
    var limit = call.query().find(UserSchemas.LIMIT);
    return limit == null ? UserSchemas.LISTED : Math.toIntExact(limit);
  }
}
