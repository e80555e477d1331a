package ordinal.projections.message;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import ordinal.assets.AccountId;
import ordinal.assets.AccountKind;
import ordinal.assets.AssetEvent.AccountEvent;
import ordinal.assets.AssetEvent.Committed;
import ordinal.assets.AssetEvent.CouponEvent;
import ordinal.assets.AssetEvent.CouponIssued;
import ordinal.assets.AssetEvent.CouponLocked;
import ordinal.assets.AssetEvent.CouponReleased;
import ordinal.assets.AssetEvent.CouponUsed;
import ordinal.assets.AssetEvent.Credited;
import ordinal.assets.AssetEvent.Earned;
import ordinal.assets.AssetEvent.Frozen;
import ordinal.assets.AssetEvent.Released;
import ordinal.assets.AssetEvent.Reverted;
import ordinal.assets.AssetEvent.Suspended;
import ordinal.assets.AssetEvent.TakenBack;
import ordinal.assets.Balance;
import ordinal.assets.Hold;
import ordinal.kernel.Money;

/**
 * What an event of an account or a coupon says, in a format of its own, as {@link OrderPayload} has
 * one. Money is a decimal number, points are whole.
 */
final class AssetPayload {

  private AssetPayload() {}

  static void write(String accountId, AccountEvent event, JsonGenerator json) throws IOException {
    json.writeStringField("ownerId", AccountId.parse(accountId).ownerId());
    json.writeStringField("key", event.key());
    if (event.orderNo() != null) json.writeStringField("orderNo", event.orderNo());
    movement(event, json);
    balance(event.kind(), event.after(), json);
  }

  /** One branch per event. A new event fails here, loudly, until someone decides what it says. */
  private static void movement(AccountEvent event, JsonGenerator json) throws IOException {
    var kind = event.kind();
    if (event instanceof Credited e) {
      amount(json, kind, "amount", e.amount());
      amount(json, kind, "debtPaid", e.debtPaid());
    } else if (event instanceof Frozen e) {
      checkout(json, e.hold());
      amount(json, kind, "amount", e.amount());
    } else if (event instanceof Committed e) {
      checkout(json, e.hold());
      amount(json, kind, "amount", e.amount());
      amount(json, kind, "fromAvailable", e.fromAvailable());
    } else if (event instanceof Released e) {
      checkout(json, e.hold());
      amount(json, kind, "amount", e.amount());
    } else if (event instanceof Reverted e) {
      amount(json, kind, "amount", e.amount());
    } else if (event instanceof Earned e) {
      amount(json, kind, "amount", e.amount());
      amount(json, kind, "debtPaid", e.debtPaid());
    } else if (event instanceof TakenBack e) {
      amount(json, kind, "amount", e.amount());
      amount(json, kind, "missing", e.missing());
    } else if (event instanceof Suspended e) {
      json.writeStringField("reason", e.reason());
    } else {
      throw new IllegalStateException("no message is known for " + event.getClass().getName());
    }
  }

  private static void balance(AccountKind kind, Balance books, JsonGenerator json)
      throws IOException {
    json.writeObjectFieldStart("balance");
    amount(json, kind, "available", books.available());
    amount(json, kind, "frozen", books.frozen());
    amount(json, kind, "spent", books.spent());
    amount(json, kind, "owed", books.owed());
    amount(json, kind, "funded", books.funded());
    json.writeEndObject();
  }

  /** The same for coupons. */
  static void write(CouponEvent event, JsonGenerator json) throws IOException {
    json.writeStringField("key", event.key());
    if (event instanceof CouponIssued e) {
      json.writeStringField("userId", e.userId());
      json.writeNumberField("discount", Money.toDecimal(e.discountMinor()));
      if (e.expiresAt() != null) json.writeStringField("expiresAt", e.expiresAt().toString());
    } else if (event instanceof CouponLocked e) {
      order(json, e.hold());
    } else if (event instanceof CouponUsed e) {
      order(json, e.hold());
    } else if (event instanceof CouponReleased e) {
      order(json, e.hold());
      json.writeBooleanField("beforeItsLock", e.beforeItsLock());
    } else {
      throw new IllegalStateException("no message is known for " + event.getClass().getName());
    }
  }

  private static void order(JsonGenerator json, Hold hold) throws IOException {
    json.writeStringField("orderNo", hold.orderNo());
    checkout(json, hold);
  }

  private static void checkout(JsonGenerator json, Hold hold) throws IOException {
    json.writeNumberField("checkoutNo", hold.checkoutNo());
  }

  private static void amount(JsonGenerator json, AccountKind kind, String name, long amount)
      throws IOException {
    if (kind == AccountKind.POINTS) {
      json.writeNumberField(name, amount);
    } else {
      json.writeNumberField(name, Money.toDecimal(amount));
    }
  }
}
