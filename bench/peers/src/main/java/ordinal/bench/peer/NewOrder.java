package ordinal.bench.peer;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a caller wants to order, checked while it is read: the same fields as Ordinal's. */
record NewOrder(String clientRequestId, String userId, List<Item> items, String currency) {

  /** A request that cannot be fulfilled as it stands; its message is for the caller. */
  static final class Refused extends Exception {
    private static final long serialVersionUID = 1L;

    Refused(String message) {
      super(message);
    }
  }

  record Item(String skuId, int quantity, BigDecimal unitPrice) {}

  /** As it comes in, with anything missing. */
  private record Body(
      @Nullable String clientRequestId,
      @Nullable String userId,
      @Nullable List<Item> items,
      @Nullable String currency) {}

  private static final int LONGEST_ID = 64;
  private static final int MOST_ITEMS = 100;
  private static final int MOST_OF_ONE = 1_000_000;

  private static final ObjectReader READER =
      JsonMapper.builder()
          .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .build()
          .readerFor(Body.class);

  static NewOrder read(byte[] json) throws Refused {
    Body body;
    try {
      body = READER.readValue(json);
    } catch (JsonProcessingException e) {
      throw new Refused("the body is not an order: " + e.getOriginalMessage());
    } catch (IOException e) {
      throw new Refused("the body cannot be read");
    }
    if (body == null) throw new Refused("a body is needed");
    var items = body.items();
    if (items == null || items.isEmpty() || items.size() > MOST_ITEMS) {
      throw new Refused("items: 1 to " + MOST_ITEMS + " are needed");
    }
    for (var item : items) check(item);
    var currency = body.currency();
    return new NewOrder(
        id("clientRequestId", body.clientRequestId()),
        id("userId", body.userId()),
        List.copyOf(items),
        currency == null ? "CNY" : currency);
  }

  private static void check(Item item) throws Refused {
    id("skuId", item.skuId());
    if (item.quantity() < 1 || item.quantity() > MOST_OF_ONE) {
      throw new Refused("quantity: 1 to " + MOST_OF_ONE);
    }
    var price = item.unitPrice();
    if (price == null || price.signum() < 0 || price.scale() > 2) {
      throw new Refused("unitPrice: not negative, with two decimals at most");
    }
  }

  private static String id(String field, @Nullable String value) throws Refused {
    if (value == null || value.isEmpty() || value.length() > LONGEST_ID) {
      throw new Refused(field + ": 1 to " + LONGEST_ID + " characters are needed");
    }
    return value;
  }

  BigDecimal total() {
    return items.stream()
        .map(item -> item.unitPrice().multiply(BigDecimal.valueOf(item.quantity())))
        .reduce(BigDecimal.ZERO, BigDecimal::add);
  }
}
