package ordinal.http.order;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import ordinal.kernel.Money;
import ordinal.order.OrderEvent.Checkout;
import ordinal.order.OrderEvent.Item;
import ordinal.order.OrderState;
import ordinal.order.OrderState.Existing;
import ordinal.order.OrderStatus;
import org.jspecify.annotations.Nullable;

/**
 * An order as callers see it. {@link OrderSchemas#ORDER} describes it; what is null is left out.
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record OrderView(
    String orderNo,
    String tenantId,
    String userId,
    @Nullable String storeId,
    OrderStatus status,
    long version,
    List<ItemView> items,
    BigDecimal totalAmount,
    String currency,
    String createdAt,
    String updatedAt,
    @Nullable String statusReason,
    @Nullable Assets assets,
    @Nullable CheckoutView checkout,
    @Nullable BigDecimal amountDue,
    @Nullable PaymentView payment,
    @Nullable String technicianId,
    @Nullable String mentorId,
    @Nullable String refundId,
    @Nullable BigDecimal refundAmount) {

  /** Whether coupon, wallet and points of a checkout are locked. */
  enum Assets {
    LOCKING,
    LOCKED
  }

  record ItemView(String skuId, int quantity, BigDecimal unitPrice) {
    static ItemView of(Item item) {
      return new ItemView(item.skuId(), item.quantity(), Money.toDecimal(item.unitPriceMinor()));
    }
  }

  @JsonInclude(JsonInclude.Include.NON_NULL)
  record CheckoutView(@Nullable String couponId, BigDecimal walletAmount, long points) {
    static @Nullable CheckoutView of(@Nullable Checkout checkout) {
      if (checkout == null) return null;
      var wallet = Money.toDecimal(checkout.walletMinor());
      return new CheckoutView(checkout.couponId(), wallet, checkout.points());
    }
  }

  record PaymentView(String paymentId, BigDecimal amount) {
    static @Nullable PaymentView of(OrderState.@Nullable Payment payment) {
      return payment == null
          ? null
          : new PaymentView(payment.paymentId(), Money.toDecimal(payment.amountMinor()));
    }
  }

  /** The order, and why the message about it changed nothing. */
  record AfterIgnored(@JsonUnwrapped OrderView order, String outcome, String reason) {}

  static OrderView of(Existing order) {
    var contents = order.contents();
    var progress = order.progress();
    var refund = progress.refund();
    // What was due and locked is of interest while the order waits for the money, not after.
    boolean waits = order.status() == OrderStatus.WAIT_PAY && progress.checkout() != null;
    return new OrderView(
        contents.orderNo(),
        contents.tenantId(),
        contents.userId(),
        contents.storeId(),
        order.status(),
        order.version(),
        contents.items().stream().map(ItemView::of).toList(),
        Money.toDecimal(contents.totalMinor()),
        contents.currency(),
        text(contents.createdAt()),
        text(order.updatedAt()),
        progress.statusReason(),
        waits ? assets(progress) : null,
        CheckoutView.of(progress.checkout()),
        waits ? amount(progress.dueMinor()) : null,
        PaymentView.of(progress.payment()),
        progress.technicianId(),
        progress.mentorId(),
        refund == null ? null : refund.refundId(),
        refund == null ? null : amount(refund.amountMinor()));
  }

  private static Assets assets(OrderState.Progress progress) {
    return progress.dueMinor() == null ? Assets.LOCKING : Assets.LOCKED;
  }

  private static @Nullable BigDecimal amount(@Nullable Long minor) {
    return minor == null ? null : Money.toDecimal(minor);
  }

  static String text(Instant instant) {
    return instant.toString();
  }
}
