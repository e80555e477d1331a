package ordinal.http.docs;

/**
 * What a description says beside its calls.
 *
 * @param isLimited whether its calls have rate limits
 * @param takesKeys whether its posts take an idempotency key
 * @param hasTenants whether its calls are about one tenant each
 */
public record About(
    String title, String description, boolean isLimited, boolean takesKeys, boolean hasTenants) {

  static final About API =
      new About(
          "Ordinal",
          """
Orders that are never lost, never doubled and never out of order.

Every answer is `{code, message, data, traceId}`; programs branch on `code`. Every request \
may be sent again: an order is named by `userId` and `clientRequestId`, other requests by \
`X-Idempotency-Key`, payments and refunds by their own ids. The second answer equals the \
first and has the header `Idempotent-Replayed: true`.

Several shops can share one Ordinal: `X-Tenant-Id` says whose a call is about. What belongs \
to another tenant answers as if it were not there. Stock is everybody's.

Money is a number with at most two decimals. Ids are 1 to 64 characters of `A-Z a-z 0-9 . _ \
: -`. Unknown fields are refused.

Those who run Ordinal find their calls on the management port (8558 if nothing else is \
set), with a `/docs` of its own.
""",
          true,
          true,
          true);

  public static final About MANAGEMENT =
      new About(
          "Ordinal, the management port",
          """
What those who run Ordinal can see and do. Every answer but `/metrics` is `{code, message, \
data, traceId}`; programs branch on `code`. Any node answers for the whole cluster.

When `ORDINAL_ADMIN_TOKEN` is set, `/admin` and `/metrics` need it: `Authorization: \
Bearer <token>`. Beside these calls there are Pekko's own: `/ready`, `/alive` and \
`/cluster/members`.
""",
          false,
          false,
          false);
}
