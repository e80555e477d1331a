package ordinal.cash.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.math.BigDecimal;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import ordinal.order.OrderEvent;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** The process manager's table, every event of it, from each state that it can follow. */
class PlannerTest {

  /**
   * What happened, of which the last before the stroke is what the message tells of; behind it what
   * has happened since. Paid are 4.99, which earn 4 points; the order's total is 10.00.
   */
  private static final String TABLE =
      """
created                                               = nothing
reserved                                              = nothing
stock-failed                                          = nothing
canceled                                              = nothing
reserved canceled                                     = nothing
reserved plain                                        = nothing
reserved plain canceled                               = nothing
reserved plain payment-failed                         = nothing
reserved plain paid                                   = earn points 4
reserved checkout                                     = lock 1
reserved checkout / locked                            = late
reserved checkout / rejected                          = late
reserved checkout / canceled                          = late
reserved checkout / payment-failed                    = late
reserved checkout / rejected checkout                 = late
reserved checkout rejected checkout                   = lock 2
reserved checkout rejected plain                      = nothing
reserved checkout locked                              = nothing
reserved checkout rejected                            = unlock 1, release wallet 1, release points 1
reserved checkout rejected checkout rejected          = unlock 2, release wallet 2, release points 2
reserved checkout canceled                            = unlock 1, release wallet 1, release points 1
reserved checkout locked canceled                     = unlock 1, release wallet 1, release points 1
reserved checkout locked payment-failed               = unlock 1, release wallet 1, release points 1
reserved checkout locked payment-failed / checkout    = unlock 1, release wallet 1, release points 1
reserved checkout locked payment-failed canceled      = nothing
reserved checkout locked ignored canceled             = unlock 1, release wallet 1, release points 1
reserved checkout locked paid                         = use 1, commit wallet 300 1, commit points 200 1, earn points 4
reserved checkout locked paid / refund refunded       = use 1, commit wallet 300 1, commit points 200 1, earn points 4
reserved checkout rejected checkout locked paid       = use 2, commit wallet 300 2, commit points 200 2, earn points 4
reserved checkout locked paid completed               = earn points 4, earn tech 150, earn mentor 20
reserved plain paid completed                         = earn points 4, earn tech 150, earn mentor 20
reserved plain paid refund                            = nothing
reserved plain paid refund refund-failed              = nothing
reserved plain paid refund refunded                   = take back points 4
reserved checkout locked paid refund refunded         = revert wallet 300, revert points 200, take back points 4
reserved plain paid completed refund refunded         = take back points 4, take back tech 150, take back mentor 20
canceled late-refund                                  = nothing
canceled late-refund refunded                         = nothing
reserved checkout locked canceled late-refund refunded = nothing
canceled ignored                                      = nothing
""";

  private static final ProcessSettings SETTINGS = new ProcessSettings(1, BigDecimal.ONE, 1500, 200);

  private static String planned(String line, ProcessSettings settings) {
    var parts = line.split("/");
    var before = parts[0].trim().equals("created") ? "" : parts[0];
    int at = before.isBlank() ? 0 : before.trim().split("\\s+").length;
    var history = Histories.of(before + (parts.length > 1 ? " " + parts[1] : ""));
    return told(new Planner(new Rates(settings)).plan(history, at));
  }

  private static String told(Plan plan) {
    if (plan instanceof Plan.Lock lock) return "lock " + lock.wanted().hold().checkoutNo();
    if (plan instanceof Plan.Settle settle) {
      return settle.deeds().stream().map(PlannerTest::told).collect(Collectors.joining(", "));
    }
    return plan instanceof Plan.Late ? "late" : "nothing";
  }

  private static String told(Deed deed) {
    if (deed instanceof Deed.UseCoupon d) return "use " + d.hold().checkoutNo();
    if (deed instanceof Deed.UnlockCoupon d) return "unlock " + d.hold().checkoutNo();
    if (deed instanceof Deed.Commit d) {
      return "commit %s %d %d"
          .formatted(name(d.account().entityId()), d.amount(), d.hold().checkoutNo());
    }
    if (deed instanceof Deed.Release d) {
      return "release %s %d".formatted(name(d.account().entityId()), d.hold().checkoutNo());
    }
    if (deed instanceof Deed.Earn d) {
      return "earn %s %d".formatted(name(d.account().entityId()), d.amount());
    }
    if (deed instanceof Deed.Revert d) {
      return "revert %s %d".formatted(name(d.account().entityId()), d.amount());
    }
    var d = (Deed.TakeBack) deed;
    return "take back %s %d".formatted(name(d.account().entityId()), d.amount());
  }

  private static String name(String accountId) {
    return switch (accountId) {
      case "wallet/default/10001" -> "wallet";
      case "points/default/10001" -> "points";
      case "commission/default/tech" -> "tech";
      case "commission/default/mentor" -> "mentor";
      default -> accountId;
    };
  }

  @TestFactory
  Stream<DynamicTest> everyLineOfTheTable() {
    return TABLE
        .lines()
        .map(line -> line.split("="))
        .map(
            line ->
                dynamicTest(
                    line[0].trim(),
                    () -> assertThat(planned(line[0], SETTINGS)).isEqualTo(line[1].trim())));
  }

  @Test
  void everyKindOfEventIsInTheTable() {
    var visited = new HashSet<Class<?>>();
    for (var line : TABLE.lines().toList()) {
      var words = line.split("[/=]")[0].trim().split("\\s+");
      visited.add(Histories.WORDS.get(words[words.length - 1]).getClass());
    }
    var events =
        Arrays.stream(OrderEvent.class.getPermittedSubclasses())
            .filter(OrderEvent.class::isAssignableFrom)
            .collect(Collectors.toSet());

    assertThat(visited).isEqualTo(events);
  }

  @Test
  void onlyWhatSomethingFollowsFromIsHeard() {
    var process = new OrderProcess(null, null, SETTINGS);
    Set<String> heard =
        Arrays.stream(OrderEvent.class.getPermittedSubclasses())
            .map(Class::getSimpleName)
            .filter(process::isFor)
            .collect(Collectors.toSet());
    var followed = new HashSet<String>();
    for (var line : TABLE.lines().toList()) {
      if (line.split("=")[1].trim().equals("nothing")) continue;
      var words = line.split("[/=]")[0].trim().split("\\s+");
      followed.add(Histories.WORDS.get(words[words.length - 1]).eventType());
    }

    assertThat(heard).isEqualTo(followed);
  }

  @Test
  void theKeysAreThoseThatTheBooksPromise() {
    var planner = new Planner(new Rates(SETTINGS));
    var life = Histories.of("reserved checkout locked paid completed refund refunded");
    var no = Histories.ORDER_NO;

    assertThat(((Plan.Settle) planner.plan(life, 4)).deeds())
        .filteredOn(Deed.Earn.class::isInstance)
        .extracting(deed -> ((Deed.Earn) deed).key())
        .containsExactly("points:" + no + ":earn");
    assertThat(((Plan.Settle) planner.plan(life, 5)).deeds())
        .extracting(deed -> ((Deed.Earn) deed).key())
        .containsExactly(
            "points:" + no + ":earn",
            "commission:" + no + ":technician",
            "commission:" + no + ":mentor");
    assertThat(((Plan.Settle) planner.plan(life, 7)).deeds())
        .extracting(deed -> deed instanceof Deed.Revert d ? d.key() : ((Deed.TakeBack) deed).key())
        .containsExactly(
            "wallet:REF-1:revert",
            "points:REF-1:revert",
            "points:REF-1:take-back",
            "commission:REF-1:take-back:technician",
            "commission:REF-1:take-back:mentor");
  }

  @Test
  void nothingIsBookedWhereARateIsZero() {
    var nothing = new ProcessSettings(1, BigDecimal.ZERO, 0, 0);

    assertThat(planned("reserved plain paid completed", nothing)).isEqualTo("nothing");
    assertThat(planned("reserved plain paid refund refunded", nothing)).isEqualTo("nothing");
  }

  @Test
  void pointsAreForWholeUnitsAndWhatIsLeftOfAPointIsDropped() {
    assertThat(points("1", 99)).isZero();
    assertThat(points("1", 100)).isEqualTo(1);
    assertThat(points("1", 499)).isEqualTo(4);
    assertThat(points("0.5", 399)).isEqualTo(1);
    assertThat(points("1.5", 399)).isEqualTo(4);
    assertThat(points("1000", 999_999_999_000_000L)).isEqualTo(9_999_999_990_000_000L);
  }

  private static long points(String rate, long paidMinor) {
    return new Rates(new ProcessSettings(1, new BigDecimal(rate), 0, 0)).pointsFor(paidMinor);
  }

  @Test
  void commissionsAreRoundedHalfUp() {
    var rates = new Rates(SETTINGS);

    assertThat(rates.technician(1000)).isEqualTo(150);
    assertThat(rates.technician(3)).isZero(); // 0.45
    assertThat(rates.technician(10)).isEqualTo(2); // 1.5
    assertThat(rates.mentor(25)).isEqualTo(1); // 0.5
    assertThat(rates.mentor(24)).isZero(); // 0.48
    assertThat(rates.technician(999_999_999_000_000L)).isEqualTo(149_999_999_850_000L);
  }

  @Test
  void soManyPointsThatTheirWorthIsNoNumberAreMoreThanAnyOrder() {
    assertThat(new Rates(SETTINGS).worth(Long.MAX_VALUE)).isEqualTo(Long.MAX_VALUE);
    assertThat(new Rates(new ProcessSettings(5, BigDecimal.ONE, 0, 0)).worth(7)).isEqualTo(35);
  }
}
