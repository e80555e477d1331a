package ordinal.order;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import java.time.Instant;
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

  /** All but {@link Passivate}: someone waits for what becomes of it. */
  sealed interface Answered extends OrderCommand {
    TraceContext trace();

    ActorRef<OrderReply> replyTo();

    /** What the command is called in timelines, logs and fingerprints. */
    default String name() {
      return getClass().getSimpleName();
    }
  }

  /**
   * Sharding wants the memory back. A command of ours, and not Pekko's own signal, because an
   * entity that starts anew after a failed write forgets the signal, but keeps its commands: with
   * the signal lost, sharding would wait for the end of this entity, and hold back all commands to
   * it, for ever.
   */
  enum Passivate implements OrderCommand {
    INSTANCE
  }

  /**
   * Told on behalf of one tenant. To an order of another tenant it says nothing: the answer is that
   * there is no such order, and nothing is stored. What the parts of Ordinal tell each other needs
   * no such check.
   */
  record OfTenant(
      String tenantId,
      @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "type")
          @JsonSubTypes({
            @JsonSubTypes.Type(Get.class),
            @JsonSubTypes.Type(Create.class),
            @JsonSubTypes.Type(Cancel.class),
            @JsonSubTypes.Type(StartCheckout.class),
            @JsonSubTypes.Type(Complete.class),
            @JsonSubTypes.Type(RequestRefund.class),
            @JsonSubTypes.Type(StockReserved.class),
            @JsonSubTypes.Type(StockReserveFailed.class),
            @JsonSubTypes.Type(AssetsLocked.class),
            @JsonSubTypes.Type(AssetsRejected.class),
            @JsonSubTypes.Type(PaymentSucceeded.class),
            @JsonSubTypes.Type(PaymentFailed.class),
            @JsonSubTypes.Type(RefundSucceeded.class),
            @JsonSubTypes.Type(RefundFailed.class)
          })
          Answered command)
      implements OrderCommand {
    boolean mayTell(OrderState state) {
      return !(state instanceof OrderState.Existing order)
          || order.contents().tenantId().equals(tenantId);
    }
  }

  /** Asked for by a caller, under the caller's own key if there is one. */
  sealed interface Request extends Answered {
    @Nullable IdempotencyKey key();
  }

  /** Told by another system. Known by its id, whatever the caller's key. */
  sealed interface Message extends Answered {
    String messageId();

    /** What it says beside its id: a repeat that says something else is not a repeat. */
    default String says() {
      return "";
    }
  }

  record Get(TraceContext trace, ActorRef<OrderReply> replyTo) implements Answered {}

  /**
   * The items are reserved already, for an order that has to be there in time.
   *
   * @param notAfter a creation that comes later is refused: the pieces may be on their way back
   */
  record StockHeld(Instant notAfter) implements JsonMessage {}

  /**
   * Makes the order.
   *
   * @param stockHeld of a flash sale; null for an ordinary order, whose stock is still to be had
   */
  record Create(
      String tenantId,
      String userId,
      String clientRequestId,
      @Nullable String storeId,
      List<Item> items,
      String currency,
      @Nullable StockHeld stockHeld,
      TraceContext trace,
      ActorRef<OrderReply> replyTo)
      implements Request {

    /** CONTRACT promises both. With the largest price they keep every total exact. */
    public static final int MAX_ITEMS = 100;

    public static final int MAX_QUANTITY = 10_000;

    public Create {
      items = List.copyOf(items);
      if (items.isEmpty() || items.size() > MAX_ITEMS) {
        throw new IllegalArgumentException("an order cannot have " + items.size() + " items");
      }
      for (var item : items) {
        if (item.quantity() < 1 || item.quantity() > MAX_QUANTITY) {
          throw new IllegalArgumentException("quantity out of range: " + item);
        }
        if (item.unitPriceMinor() < 0 || item.unitPriceMinor() > Money.MAX_UNIT_PRICE_MINOR) {
          throw new IllegalArgumentException("unit price out of range: " + item);
        }
      }
    }

    /** An ordinary order. */
    public Create(
        String tenantId,
        String userId,
        String clientRequestId,
        @Nullable String storeId,
        List<Item> items,
        String currency,
        TraceContext trace,
        ActorRef<OrderReply> replyTo) {
      this(tenantId, userId, clientRequestId, storeId, items, currency, null, trace, replyTo);
    }

    /** Its address is its key: see {@link OrderNumber}. */
    @Override
    public @Nullable IdempotencyKey key() {
      return null;
    }

    /** At most {@link Money#MAX_MINOR}, by the limits above. */
    long totalMinor() {
      long total = 0;
      for (var item : items) {
        total += item.unitPriceMinor() * item.quantity();
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

  /**
   * What became of coupon, wallet and points of one checkout. An order can be checked out again, so
   * a late word about one checkout must not be taken for one about the next.
   */
  sealed interface AssetsMessage extends Message {
    String eventId();

    /** Counts the order's checkouts from 1. */
    int checkoutNo();

    @Override
    default String messageId() {
      return "assets:" + eventId();
    }
  }

  /**
   * All of it is locked.
   *
   * @param dueMinor what is left to pay; with 0 the order is paid
   */
  record AssetsLocked(
      String eventId,
      int checkoutNo,
      long dueMinor,
      TraceContext trace,
      ActorRef<OrderReply> replyTo)
      implements AssetsMessage {
    public AssetsLocked {
      if (dueMinor < 0) throw new IllegalArgumentException("amount due below zero: " + dueMinor);
    }
  }

  /** Nothing of it is locked. */
  record AssetsRejected(
      String eventId,
      int checkoutNo,
      String reason,
      TraceContext trace,
      ActorRef<OrderReply> replyTo)
      implements AssetsMessage {}

  record PaymentSucceeded(
      String paymentId, long amountMinor, TraceContext trace, ActorRef<OrderReply> replyTo)
      implements Message {
    public PaymentSucceeded {
      if (amountMinor < 0) throw new IllegalArgumentException("paid below zero: " + amountMinor);
    }

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
