package ordinal.kernel;

/** The closed list of codes an answer may carry, each with the HTTP status it goes out with. */
public enum ErrorCode {
  OK("00000", 200, "ok"),
  INVALID_REQUEST("A0400", 400, "the request is wrong"),
  NOT_SIGNED_IN("A0301", 401, "not signed in"),
  NOT_YOURS("A0302", 403, "not yours"),
  IN_PROGRESS("A0401", 409, "the same request is being processed"),
  REUSED("A0402", 422, "idempotency key or clientRequestId reused for another request"),
  NOT_FOUND("A0404", 404, "no such thing"),
  METHOD_NOT_ALLOWED("A0405", 405, "method not allowed"),
  NOT_ALLOWED_IN_STATE("A0409", 409, "not allowed in this state"),
  TOO_LARGE("A0413", 413, "the body is too large"),
  UNSUPPORTED_MEDIA_TYPE("A0415", 415, "unsupported media type"),
  RATE_LIMITED("A0500", 429, "too many requests"),
  INTERNAL("B0001", 500, "internal error"),
  TRY_AGAIN("B0100", 503, "not available right now, try again with the same key");

  private final String code;
  private final int httpStatus;
  private final String meaning;

  ErrorCode(String code, int httpStatus, String meaning) {
    this.code = code;
    this.httpStatus = httpStatus;
    this.meaning = meaning;
  }

  public String code() {
    return code;
  }

  public int httpStatus() {
    return httpStatus;
  }

  public String meaning() {
    return meaning;
  }
}
