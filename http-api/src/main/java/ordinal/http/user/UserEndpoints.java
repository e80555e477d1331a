package ordinal.http.user;

import static ordinal.kernel.ErrorCode.IN_PROGRESS;
import static ordinal.kernel.ErrorCode.NOT_ALLOWED_IN_STATE;
import static ordinal.kernel.ErrorCode.REUSED;

import java.util.List;
import ordinal.http.serving.Call;
import ordinal.http.serving.Endpoint;

/**
 * The calls about users.
 *
 * <pre>
 * GET  /users/{userId}/wallet          balance  200
 * GET  /users/{userId}/wallet/entries  log      200
 * POST /users/{userId}/wallet/credits  credit   201, 200 again
 * GET  /users/{userId}/points          balance  200
 * GET  /users/{userId}/points/entries  log      200
 * POST /users/{userId}/points/credits  credit   201, 200 again
 * GET  /users/{userId}/coupons         list     200
 * POST /users/{userId}/coupons         issue    201, 200 again
 * GET  /users/{userId}/commissions     both     200
 * GET  /users/{userId}/notifications   list     200
 * </pre>
 *
 * Nobody registers users: one who never had anything has nothing of everything, and no call is
 * answered that there is no such user.
 */
public final class UserEndpoints {

  private UserEndpoints() {}

  public static List<Endpoint> of(UserCalls calls, UserListCalls lists) {
    return List.of(
        user(Endpoint.get("/users/{userId}/wallet", "getWallet", "What is in a user's wallet"))
            .answering(UserSchemas.WALLET, 200)
            .by(calls::wallet),
        list("/users/{userId}/wallet/entries", "listWalletEntries", "What moved a wallet")
            .answering(UserSchemas.WALLET_ENTRIES, 200)
            .by(lists::walletEntries),
        given("/users/{userId}/wallet/credits", "creditWallet", "Put money into a wallet")
            .taking(UserSchemas.CREDIT_WALLET)
            .answering(UserSchemas.WALLET, 201, 200)
            .by(calls::creditWallet),
        user(Endpoint.get("/users/{userId}/points", "getPoints", "How many points a user has"))
            .answering(UserSchemas.POINTS, 200)
            .by(calls::points),
        list("/users/{userId}/points/entries", "listPointsEntries", "What moved a user's points")
            .answering(UserSchemas.POINTS_ENTRIES, 200)
            .by(lists::pointsEntries),
        given("/users/{userId}/points/credits", "creditPoints", "Give points as a present")
            .taking(UserSchemas.CREDIT_POINTS)
            .answering(UserSchemas.POINTS, 201, 200)
            .by(calls::creditPoints),
        list("/users/{userId}/coupons", "listCoupons", "A user's coupons")
            .answering(UserSchemas.COUPONS, 200)
            .by(lists::coupons),
        given("/users/{userId}/coupons", "issueCoupon", "Give a coupon to a user")
            .taking(UserSchemas.ISSUE_COUPON)
            .answering(UserSchemas.COUPON, 201, 200)
            .by(calls::issueCoupon),
        list("/users/{userId}/commissions", "listCommissions", "What a technician or mentor earned")
            .answering(UserSchemas.COMMISSIONS, 200)
            .by(lists::commissions),
        user(Endpoint.get(
                "/users/{userId}/notifications",
                "listNotifications",
                "What was told about a user's orders"))
            .asking(UserSchemas.NOTIFICATIONS_QUERY)
            .answering(UserSchemas.NOTIFICATIONS, 200)
            .by(lists::notifications));
  }

  private static Endpoint.Builder user(Endpoint.Builder endpoint) {
    return endpoint.at("userId", "Whose.", "1001");
  }

  /** Newest first, page by page. */
  private static Endpoint.Builder list(String path, String operationId, String summary) {
    return user(Endpoint.get(path, operationId, summary)).asking(UserSchemas.PAGE_QUERY);
  }

  /** Something is given once, by the id that the caller chose for it. */
  private static Endpoint.Builder given(String path, String operationId, String summary) {
    return user(Endpoint.post(path, operationId, summary))
        .refusing(IN_PROGRESS, REUSED, NOT_ALLOWED_IN_STATE)
        .onceAs(UserEndpoints::scope);
  }

  private static String scope(Call call) {
    return call.at("userId") + "|" + call.fingerprint();
  }
}
