package ordinal.order;

import static ordinal.order.Samples.TRACE;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Collections;
import java.util.List;
import ordinal.kernel.Money;
import ordinal.order.OrderCommand.AssetsLocked;
import ordinal.order.OrderCommand.Create;
import ordinal.order.OrderCommand.PaymentSucceeded;
import ordinal.order.OrderEvent.Checkout;
import ordinal.order.OrderEvent.Item;
import org.apache.pekko.actor.testkit.typed.javadsl.TestInbox;
import org.apache.pekko.actor.typed.ActorRef;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** Commands check themselves, so that no bug elsewhere brings an order a sum it cannot hold. */
class OrderCommandTest {

  static final ActorRef<OrderReply> TO = TestInbox.<OrderReply>create().getRef();

  @Test
  void anOrderHasAtLeastOneItemAndAtMostTheContractsMany() {
    refused(() -> create(List.of()));
    refused(() -> create(Collections.nCopies(Create.MAX_ITEMS + 1, new Item("a", 1, 1))));
  }

  @Test
  void quantitiesAndPricesOutOfRangeAreRefused() {
    refused(() -> create(List.of(new Item("a", 0, 1))));
    refused(() -> create(List.of(new Item("a", -1, 1))));
    refused(() -> create(List.of(new Item("a", Create.MAX_QUANTITY + 1, 1))));
    refused(() -> create(List.of(new Item("a", 1, -1))));
    refused(() -> create(List.of(new Item("a", 1, Money.MAX_UNIT_PRICE_MINOR + 1))));
  }

  @Test
  void amountsBelowZeroAreRefused() {
    refused(() -> new Checkout(null, -1, 0));
    refused(() -> new Checkout(null, 0, -1));
    refused(() -> new AssetsLocked("a-1", 1, -1, TRACE, TO));
    refused(() -> new PaymentSucceeded("p-1", -1, TRACE, TO));
  }

  private static void create(List<Item> items) {
    new Create("default", "10001", "req-1", null, items, "CNY", TRACE, TO);
  }

  private static void refused(Executable creation) {
    assertThrows(IllegalArgumentException.class, creation);
  }
}
