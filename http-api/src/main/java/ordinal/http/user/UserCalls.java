package ordinal.http.user;

import java.time.Clock;
import java.util.concurrent.CompletionStage;
import ordinal.assets.AccountId;
import ordinal.assets.AccountReply;
import ordinal.assets.Assets;
import ordinal.assets.Cause;
import ordinal.assets.CouponId;
import ordinal.http.schema.Field;
import ordinal.http.serving.Answer;
import ordinal.http.serving.Call;
import ordinal.http.serving.SameThread;

/**
 * Shows what users own beside money, and gives it to them. Balances are asked of the accounts
 * themselves, so whoever was answered that something moved sees it moved. One method per endpoint.
 */
public final class UserCalls {

  /** Callers' own ids are kept apart from the keys of what orders do. */
  private static final String CREDIT = "credit:";

  private final Assets assets;
  private final Clock clock;

  public UserCalls(Assets assets, Clock clock) {
    this.assets = assets;
    this.clock = clock;
  }

  CompletionStage<Answer> wallet(Call call) {
    return show(AccountId.wallet(call.tenantId(), call.at("userId")));
  }

  CompletionStage<Answer> points(Call call) {
    return show(AccountId.points(call.tenantId(), call.at("userId")));
  }

  CompletionStage<Answer> creditWallet(Call call) {
    return credit(call, AccountId.wallet(call.tenantId(), call.at("userId")), UserSchemas.AMOUNT);
  }

  CompletionStage<Answer> creditPoints(Call call) {
    return credit(
        call, AccountId.points(call.tenantId(), call.at("userId")), UserSchemas.POINTS_GIVEN);
  }

  private CompletionStage<Answer> show(AccountId account) {
    return SameThread.of(assets.account(account))
        .thenApply(reply -> UserAnswers.shown(reply, standing -> view(account, standing)));
  }

  private CompletionStage<Answer> credit(Call call, AccountId account, Field<Long> amount) {
    var body = call.body();
    var cause = new Cause(CREDIT + body.get(UserSchemas.REQUEST_ID), null, call.trace());
    return SameThread.of(assets.credit(account, body.get(amount), cause))
        .thenApply(
            reply ->
                UserAnswers.credited(reply, amount.name(), standing -> view(account, standing)));
  }

  private static AccountView view(AccountId account, AccountReply.Standing standing) {
    return AccountView.of(account.kind(), account.ownerId(), standing);
  }

  CompletionStage<Answer> issueCoupon(Call call) {
    var body = call.body();
    var couponId = body.get(UserSchemas.COUPON_ID);
    return SameThread.of(
            assets.issue(
                new CouponId(call.tenantId(), couponId),
                call.at("userId"),
                body.get(UserSchemas.DISCOUNT),
                body.find(UserSchemas.EXPIRES_AT),
                call.trace()))
        .thenApply(
            reply ->
                UserAnswers.issued(
                    reply, standing -> CouponView.of(couponId, standing, clock.instant())));
  }
}
