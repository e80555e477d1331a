package ordinal.http;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.lang.reflect.AnnotatedType;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import ordinal.assets.AccountId;
import ordinal.assets.AccountKind;
import ordinal.assets.AssetEvent.AccountEvent;
import ordinal.assets.AssetEvent.CouponEvent;
import ordinal.inventory.InventoryEvent;
import ordinal.inventory.InventoryEvent.SkuEvent;
import ordinal.kernel.JsonMessage;
import ordinal.order.OrderEvent;
import ordinal.order.OrderNumber;
import org.jspecify.annotations.Nullable;

/**
 * Every event that there is, made from its class: as little as it can say, with null wherever null
 * is allowed, and all that it can say, with each word of each choice. A new event, or a new field
 * of one, is in it by itself.
 */
final class EventSamples {

  static final String ORDER_NO = OrderNumber.of("default", "u1", "sampled");

  /** The most words that a choice of ours has. */
  private static final int MOST_WORDS = 3;

  private EventSamples() {}

  /**
   * A kind of event.
   *
   * @param of the account's kind, which is part of its name; null for what is not an account's
   */
  record Type(Class<? extends JsonMessage> event, @Nullable AccountKind of) {

    String name() {
      return (of == null ? "" : of.word()) + event.getSimpleName();
    }

    /** The entity that stores such events. */
    String persistenceId() {
      if (of != null) return "Account|" + new AccountId(of, "default", "u1").entityId();
      if (CouponEvent.class.isAssignableFrom(event)) return "Coupon|default/c-1";
      if (SkuEvent.class.isAssignableFrom(event)) return "Sku|tea-500g";
      return (OrderEvent.class.isAssignableFrom(event) ? "Order|" : "Reservation|") + ORDER_NO;
    }

    JsonMessage least() {
      return made(false, 0);
    }

    JsonMessage whole() {
      return made(true, 0);
    }

    List<JsonMessage> all() {
      var all = new ArrayList<JsonMessage>();
      for (int word = 0; word < MOST_WORDS; word++) {
        all.add(made(false, word));
        all.add(made(true, word));
      }
      return all;
    }

    private JsonMessage made(boolean whole, int word) {
      // An account's kind is the only choice that its events have.
      return event.cast(EventSamples.made(event, whole, of == null ? word : of.ordinal()));
    }
  }

  /** Orders' events. */
  static List<Type> types() {
    return types(OrderEvent.class, null);
  }

  /** Those of skus and reservations, of accounts and coupons too. */
  static List<Type> allTypes() {
    var all = new ArrayList<>(types());
    all.addAll(types(InventoryEvent.class, null));
    for (var kind : AccountKind.values()) all.addAll(types(AccountEvent.class, kind));
    all.addAll(types(CouponEvent.class, null));
    return all;
  }

  private static List<Type> types(Class<?> type, @Nullable AccountKind of) {
    return leaves(type).stream().map(leaf -> new Type(leaf, of)).toList();
  }

  private static List<Class<? extends JsonMessage>> leaves(Class<?> type) {
    if (type.isRecord()) return List.of(type.asSubclass(JsonMessage.class));
    var leaves = new ArrayList<Class<? extends JsonMessage>>();
    for (var one : type.getPermittedSubclasses()) leaves.addAll(leaves(one));
    return leaves;
  }

  private static Object made(Class<?> type, boolean whole, int word) {
    var parts = type.getRecordComponents();
    var values = Arrays.stream(parts).map(part -> value(part, whole, word)).toArray();
    var types = Arrays.stream(parts).map(RecordComponent::getType).toArray(Class<?>[]::new);
    try {
      return type.getDeclaredConstructor(types).newInstance(values);
    } catch (ReflectiveOperationException e) {
      throw new AssertionError(type.getName(), e);
    }
  }

  private static Object value(RecordComponent part, boolean whole, int word) {
    if (!whole && mayBeNull(part.getAnnotatedType())) return null;
    var type = part.getType();
    if (type == String.class) return text(part.getName());
    if (part.getName().equals("quantity")) return type == int.class ? (Object) 2 : (Object) 2L;
    if (type == long.class) return whole ? 1234L : 0L;
    if (type == int.class) return !whole && mayBeLeftOut(part) ? 0 : 2;
    if (type == boolean.class) return whole;
    if (type == Instant.class) return Instant.parse("2026-03-01T08:30:00.123Z");
    if (type == List.class) return List.of(made(element(part), whole, word));
    if (type.isEnum()) return type.getEnumConstants()[word % type.getEnumConstants().length];
    if (type.isRecord()) return made(type, whole, word);
    throw new AssertionError("no sample for " + part);
  }

  private static Class<?> element(RecordComponent list) {
    return (Class<?>) ((ParameterizedType) list.getGenericType()).getActualTypeArguments()[0];
  }

  private static boolean mayBeNull(AnnotatedType type) {
    return type.isAnnotationPresent(Nullable.class);
  }

  /** A number or truth that takes no room when it says nothing. */
  private static boolean mayBeLeftOut(RecordComponent part) {
    var include = part.getAccessor().getAnnotation(JsonInclude.class);
    return include != null && include.value() == JsonInclude.Include.NON_DEFAULT;
  }

  private static String text(String name) {
    return switch (name) {
      case "orderNo" -> ORDER_NO;
      case "currency" -> "CNY";
      default -> name + "-1";
    };
  }
}
