package ordinal.assets.account;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import ordinal.assets.AssetEvent.*;
import ordinal.assets.Balance;
import ordinal.assets.Hold;

/**
 * The books of an account kept a second time, from nothing but the amounts of its events, and the
 * rules that they are under: whatever was stored, in whatever order it came.
 */
public final class Books {

  private long available;
  private long frozen;
  private long spent;
  private long owed;
  private long funded;
  private final Set<String> keys = new HashSet<>();
  private final Set<Hold> ended = new HashSet<>();
  private final Map<Hold, Long> open = new HashMap<>();
  private final Map<String, Long> spentBy = new HashMap<>();
  private String suspendedBy;

  public static Books of(List<AccountEvent> events) {
    var books = new Books();
    events.forEach(books::add);
    return books;
  }

  public boolean isSuspended() {
    return suspendedBy != null;
  }

  public Balance balance() {
    return new Balance(available, frozen, spent, owed, funded);
  }

  /** One branch per event; each fails on what may never be stored. */
  public void add(AccountEvent event) {
    if (event instanceof Suspended) {
      assertNull(suspendedBy, "suspended twice");
      assertTrue(event.key().contains(":commit"), () -> "no order is paid: " + event);
      suspendedBy = event.key();
    } else {
      assertTrue(keys.add(event.key()), () -> "twice: " + event);
      if (event.key().equals(suspendedBy)) suspendedBy = null;
    }
    if (event instanceof Credited e) {
      fund(e.amount(), e.debtPaid());
    } else if (event instanceof Earned e) {
      fund(e.amount(), e.debtPaid());
    } else if (event instanceof TakenBack e) {
      assertEquals(Math.max(0, e.amount() - available), e.missing());
      available -= e.amount() - e.missing();
      owed -= e.missing();
      funded += e.amount();
    } else if (event instanceof Frozen e) {
      assertNull(suspendedBy, "set aside while suspended");
      assertTrue(!ended.contains(e.hold()), "set aside after its end");
      open.put(e.hold(), e.amount());
      available -= e.amount();
      frozen += e.amount();
    } else if (event instanceof Released e) {
      var held = open.remove(e.hold());
      assertEquals(held == null ? 0 : held, e.amount());
      ended.add(e.hold());
      available += e.amount();
      frozen -= e.amount();
    } else if (event instanceof Committed e) {
      var held = open.remove(e.hold());
      assertEquals(held == null ? 0 : held, e.amount() - e.fromAvailable());
      assertTrue(held != null || ended.contains(e.hold()), "spent without being set aside");
      ended.add(e.hold());
      available -= e.fromAvailable();
      frozen -= e.amount() - e.fromAvailable();
      spent += e.amount();
      spentBy.merge(e.hold().orderNo(), e.amount(), Long::sum);
    } else if (event instanceof Reverted e) {
      spentBy.merge(e.orderNo(), -e.amount(), Long::sum);
      assertTrue(spentBy.get(e.orderNo()) >= 0, "more came back than was spent");
      available += e.amount();
      spent -= e.amount();
    }
    assertEquals(balance(), event.after(), () -> "after " + event);
    assertRight();
  }

  private void fund(long amount, long debtPaid) {
    assertEquals(Math.min(amount, -owed), debtPaid);
    available += amount - debtPaid;
    owed += debtPaid;
    funded -= amount;
  }

  private void assertRight() {
    assertEquals(0, balance().sum());
    assertTrue(available >= 0 && frozen >= 0 && spent >= 0 && owed <= 0, balance()::toString);
    assertEquals(open.values().stream().mapToLong(Long::longValue).sum(), frozen);
    assertEquals(spentBy.values().stream().mapToLong(Long::longValue).sum(), spent);
  }
}
