package ordinal.http.user;

import java.util.Map;
import java.util.function.Function;
import ordinal.assets.AccountReply;
import ordinal.assets.CouponReply;
import ordinal.http.serving.Answer;
import ordinal.http.serving.ErrorHandler;
import ordinal.kernel.ErrorCode;

/**
 * From what accounts and coupons reply to what callers are answered.
 *
 * <p>No default branches: a new reply or refusal fails here, loudly, until someone decides what it
 * means.
 */
final class UserAnswers {

  private UserAnswers() {}

  static Answer shown(AccountReply reply, Function<AccountReply.Standing, Object> view) {
    return of(reply, "body", standing -> Answer.ok(view.apply(standing)));
  }

  /**
   * What was given. A repeat is shown how the account stands now, as the first was then.
   *
   * @param field which says how much, to be named when it is too much
   */
  static Answer credited(
      AccountReply reply, String field, Function<AccountReply.Standing, Object> view) {
    return of(
        reply,
        field,
        standing ->
            standing.repeated()
                ? Answer.replayed(view.apply(standing))
                : Answer.created(view.apply(standing)));
  }

  static Answer issued(CouponReply reply, Function<CouponReply.Standing, Object> view) {
    if (reply instanceof CouponReply.Standing standing) {
      return standing.repeated()
          ? Answer.replayed(view.apply(standing))
          : Answer.created(view.apply(standing));
    }
    if (reply instanceof CouponReply.Refused refused) return refused(refused);
    if (reply instanceof CouponReply.Unavailable) return ErrorHandler.tryAgain();
    throw new IllegalStateException("there is no answer for " + reply.getClass().getName());
  }

  private static Answer of(
      AccountReply reply, String field, Function<AccountReply.Standing, Answer> done) {
    if (reply instanceof AccountReply.Standing standing) return done.apply(standing);
    if (reply instanceof AccountReply.Refused refused) return refused(refused, field);
    if (reply instanceof AccountReply.Unavailable) return ErrorHandler.tryAgain();
    throw new IllegalStateException("there is no answer for " + reply.getClass().getName());
  }

  private static Answer refused(AccountReply.Refused refused, String field) {
    return switch (refused.refusal()) {
      case REUSED ->
          Answer.error(
              ErrorCode.REUSED, "This requestId was used for another credit: use a new one.");
      case TOO_MUCH -> Answer.invalid(field, "is more than the account can hold");
      case SUSPENDED, RELEASED, INSUFFICIENT ->
          notAllowed(refused.refusal().name(), refused.detail());
    };
  }

  private static Answer refused(CouponReply.Refused refused) {
    return switch (refused.refusal()) {
      case UNKNOWN -> Answer.error(ErrorCode.NOT_FOUND, "There is no such coupon.");
      case REUSED ->
          Answer.error(
              ErrorCode.REUSED,
              "This couponId was used for another coupon, or for another user's: use a new one.");
      case NOT_YOURS, RELEASED, USED, LOCKED, EXPIRED ->
          notAllowed(refused.refusal().name(), refused.detail());
    };
  }

  private static Answer notAllowed(String status, String detail) {
    var message = Character.toUpperCase(detail.charAt(0)) + detail.substring(1) + ".";
    return Answer.error(ErrorCode.NOT_ALLOWED_IN_STATE, message, Map.of("status", status));
  }
}
