package ordinal.order;

import java.util.List;
import ordinal.kernel.IdempotencyKey;
import ordinal.kernel.JsonMessage;
import ordinal.kernel.Money;
import ordinal.kernel.TraceContext;
import ordinal.order.OrderEvent.CanceledBy;
import ordinal.order.OrderEvent.Checkout;
import ordinal.order.OrderEvent.Item;
import org.apache.pekko.actor.typed.ActorRef;
import org.jspecify.annotations.Nullable;

/**
 * What an order can be told. Two kinds: a {@link Request} of a caller, which may be refused, and a
 * {@link Message} about something that has already happened elsewhere, which may only be ignored.
 */
public sealed interface OrderCommand extends JsonMessage {

  TraceContext trace();

  ActorRef<OrderReply> replyTo();

  /** What the command is called in timelines, logs and fingerprints. */
  default String name() {
    return getClass().getSimpleName();
  }

  /** Asked for by a caller, under the caller's own key if there is one. */
  sealed interface Request extends OrderCommand {
    @Nullable IdempotencyKey key();
  }

  /** Told by another system. Known by its id, whatever the caller's key. */
  sealed interface Message extends OrderCommand {
    String messageId();

    /** What it says beside its id: a repeat that says something else is not a repeat. */
    default String says() {
      return "";
    }
  }

  record Get(TraceContext trace, ActorRef<OrderReply> replyTo) implements OrderCommand {}

  record Create(
      String tenantId,
      String userId,
      String clientRequestId,
      @Nullable String storeId,
      List<Item> items,
      String currency,
      TraceContext trace,
      ActorRef<OrderReply> replyTo)
      implements Request {
    public Create {
      items = List.copyOf(items);
      if (items.isEmpty()) throw new IllegalArgumentException("an order needs at least one item");
      for (var item : items) {
        if (item.quantity() < 1) throw new IllegalArgumentException("quantity below 1: " + item);
        if (item.unitPriceMinor() < 0 || item.unitPriceMinor() > Money.MAX_UNIT_PRICE_MINOR) {
          throw new IllegalArgumentException("unit price out of range: " + item);
        }
      }
    }

    /** Its address is its key: see {@link OrderNumber}. */
    @Override
    public @Nullable IdempotencyKey key() {
      return null;
    }

    /** Fails rather than overflows. */
    long totalMinor() {
      long total = 0;
      for (var item : items) {
        total = Math.addExact(total, Math.multiplyExact(item.unitPriceMinor(), item.quantity()));
      }
      return total;
    }
  }

  record Cancel(
      CanceledBy by,
      @Nullable String reason,
      @Nullable IdempotencyKey key,
      TraceContext trace,
      ActorRef<OrderReply> replyTo)
      implements Request {}

  record StartCheckout(
      Checkout checkout,
      @Nullable IdempotencyKey key,
      TraceContext trace,
      ActorRef<OrderReply> replyTo)
      implements Request {}

  record Complete(
      String technicianId,
      @Nullable String mentorId,
      @Nullable IdempotencyKey key,
      TraceContext trace,
      ActorRef<OrderReply> replyTo)
      implements Request {}

  record RequestRefund(
      @Nullable String reason,
      @Nullable IdempotencyKey key,
      TraceContext trace,
      ActorRef<OrderReply> replyTo)
      implements Request {}

  record StockReserved(String eventId, TraceContext trace, ActorRef<OrderReply> replyTo)
      implements Message {
    @Override
    public String messageId() {
      return "stock:" + eventId;
    }
  }

  record StockReserveFailed(
      String eventId, @Nullable String reason, TraceContext trace, ActorRef<OrderReply> replyTo)
      implements Message {
    @Override
    public String messageId() {
      return "stock:" + eventId;
    }
  }

  record AssetsLocked(
      String eventId, long dueMinor, TraceContext trace, ActorRef<OrderReply> replyTo)
      implements Message {
    @Override
    public String messageId() {
      return "assets:" + eventId;
    }
  }

  record AssetsRejected(
      String eventId, String reason, TraceContext trace, ActorRef<OrderReply> replyTo)
      implements Message {
    @Override
    public String messageId() {
      return "assets:" + eventId;
    }
  }

  record PaymentSucceeded(
      String paymentId, long amountMinor, TraceContext trace, ActorRef<OrderReply> replyTo)
      implements Message {
    @Override
    public String messageId() {
      return "payment:" + paymentId + ":succeeded";
    }

    @Override
    public String says() {
      return Long.toString(amountMinor);
    }
  }

  record PaymentFailed(String paymentId, TraceContext trace, ActorRef<OrderReply> replyTo)
      implements Message {
    @Override
    public String messageId() {
      return "payment:" + paymentId + ":failed";
    }
  }

  record RefundSucceeded(String refundId, TraceContext trace, ActorRef<OrderReply> replyTo)
      implements Message {
    @Override
    public String messageId() {
      return "refund:" + refundId + ":succeeded";
    }
  }

  record RefundFailed(String refundId, TraceContext trace, ActorRef<OrderReply> replyTo)
      implements Message {
    @Override
    public String messageId() {
      return "refund:" + refundId + ":failed";
    }
  }
}
