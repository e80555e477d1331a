package ordinal.inventory.sku;

import static java.util.stream.Collectors.toSet;
import static ordinal.inventory.Samples.META;
import static ordinal.inventory.Samples.NOON;
import static ordinal.inventory.Samples.TRACE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;
import ordinal.inventory.InventoryEvent.SkuReserved;
import ordinal.inventory.InventoryEvent.SkuStockSet;
import ordinal.inventory.SkuLevels;
import ordinal.inventory.sku.SkuReply.*;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

class SkuDecisionsTest {

  final SkuModel sku = new SkuModel(3);

  // The table of Sku's Javadoc: "Event reply", or the reply alone where nothing is stored.

  static final String TABLE =
      """
      claim      Reserve               Release                Deduct
      none       SkuReserved,Reserved  SkuReleased,Released   Refused
      short      SoldOut               SkuReleased,Released   Refused
      open       repeat                SkuReleased,Released   SkuDeducted,Deducted
      other      Differs               SkuReleased,Released   SkuDeducted,Deducted
      released   Gone                  repeat                 Refused
      tombstone  Gone                  repeat                 Refused
      deducted   repeat                Refused                repeat
      """;

  static final Map<String, Consumer<SkuModel>> GIVEN =
      Map.of(
          "none", sku -> sku.set(5),
          "short", sku -> sku.set(1),
          "open", reserved(2),
          "other", reserved(3),
          "released", reserved(2).andThen(sku -> sku.release("o-1")),
          "tombstone", ((Consumer<SkuModel>) sku -> sku.set(5)).andThen(sku -> sku.release("o-1")),
          "deducted", reserved(2).andThen(sku -> sku.deduct("o-1")));

  static final Map<String, Function<SkuModel, SkuReply>> COMMAND =
      Map.of(
          "Reserve", sku -> sku.reserve("o-1", 2),
          "Release", sku -> sku.release("o-1"),
          "Deduct", sku -> sku.deduct("o-1"));

  @TestFactory
  Stream<DynamicTest> everyCellOfTheTable() {
    var rows = TABLE.lines().map(row -> row.trim().split("\\s+")).toList();
    var commands = Arrays.asList(rows.get(0)).subList(1, rows.get(0).length);
    var cells = new ArrayList<DynamicTest>();
    for (var row : rows.subList(1, rows.size())) {
      for (int i = 0; i < commands.size(); i++) {
        cells.add(cell(row[0], commands.get(i), row[i + 1]));
      }
    }
    assertEquals(GIVEN.keySet(), rows.stream().skip(1).map(row -> row[0]).collect(toSet()));
    var all =
        Arrays.stream(SkuCommand.Asked.class.getPermittedSubclasses())
            .map(Class::getSimpleName)
            .collect(toSet());
    all.removeAll(Set.of("GetLevels", "SetOnHand")); // They are about no order.
    assertEquals(all, Set.copyOf(commands));
    return cells.stream();
  }

  static DynamicTest cell(String claim, String command, String expected) {
    return dynamicTest(
        command + " when " + claim + " -> " + expected,
        () -> {
          var sku = new SkuModel(3);
          GIVEN.get(claim).accept(sku);
          int before = sku.eventCount();

          var reply = COMMAND.get(command).apply(sku);

          assertEquals(expected, outcome(sku, before, reply));
        });
  }

  static String outcome(SkuModel sku, int before, SkuReply reply) {
    var name = reply.getClass().getSimpleName();
    if (sku.eventCount() > before) return sku.events().get(before).eventType() + "," + name;
    boolean repeated =
        reply instanceof Reserved r && r.repeated()
            || reply instanceof Released l && l.repeated()
            || reply instanceof Deducted d && d.repeated();
    return repeated ? "repeat" : name;
  }

  static Consumer<SkuModel> reserved(long quantity) {
    return sku -> {
      sku.set(5);
      sku.reserve("o-1", quantity);
    };
  }

  @Test
  void piecesMoveFromOnHandToReservedToSold() {
    sku.set(5);
    sku.reserve("o-1", 2);
    assertEquals(new SkuLevels(3, 2, 0), sku.levels());

    sku.deduct("o-1");
    assertEquals(new SkuLevels(3, 0, 2), sku.levels());

    sku.reserve("o-2", 3);
    sku.release("o-2");
    assertEquals(new SkuLevels(3, 0, 2), sku.levels());
  }

  @Test
  void theLastPieceCanBeReservedAndNoneBeyond() {
    sku.set(2);

    assertEquals(new Reserved(false, null), sku.reserve("o-1", 2));
    assertEquals(new SoldOut(0), sku.reserve("o-2", 1));
  }

  @Test
  void aSkuThatNobodyCountedHasNothing() {
    assertEquals(new Levels(null), sku.ask(SkuCommand.GetLevels::new));
    assertEquals(new SoldOut(0), sku.reserve("o-1", 1));
    assertEquals(0, sku.eventCount());
  }

  @Test
  void whatIsOnHandIsSetBesideWhatIsReservedAndSold() {
    sku.set(5);
    sku.reserve("o-1", 2);
    sku.reserve("o-2", 1);
    sku.deduct("o-2");

    assertEquals(new Levels(new SkuLevels(0, 2, 1)), sku.set(0));
    assertEquals(new Levels(new SkuLevels(0, 2, 1)), sku.ask(SkuCommand.GetLevels::new));
  }

  @Test
  void settingTheSameAgainStoresNothingButZeroIsAFirstCount() {
    assertEquals(new Levels(new SkuLevels(0, 0, 0)), sku.set(0));
    assertEquals(List.of(new SkuStockSet(META, 0)), sku.events());

    sku.set(0);
    assertEquals(1, sku.eventCount());
  }

  @Test
  void aNumberBelowZeroOrASumThatDoesNotFitIsRefused() {
    sku.set(Long.MAX_VALUE);
    sku.reserve("o-1", 2);

    assertTrue(sku.set(Long.MAX_VALUE - 1) instanceof Refused);
    assertTrue(sku.set(-1) instanceof Refused);
    assertTrue(sku.set(Long.MIN_VALUE) instanceof Refused);
    assertEquals(new Levels(new SkuLevels(Long.MAX_VALUE - 2, 2, 0)), sku.set(Long.MAX_VALUE - 2));
  }

  @Test
  void aRefusalSaysWhy() {
    sku.set(5);
    assertEquals(new Refused("nothing is reserved for order o-1"), sku.deduct("o-1"));

    sku.reserve("o-1", 1);
    sku.deduct("o-1");
    assertEquals(new Refused("sold to order o-1"), sku.release("o-1"));

    sku.release("o-2");
    assertEquals(new Refused("released by order o-2"), sku.deduct("o-2"));
  }

  @Test
  void aHoldsLimitIsKeptInItsEvent() {
    sku.set(5);

    sku.ask(to -> new SkuCommand.Reserve("o-1", 1, NOON.plusSeconds(60), TRACE, to));

    assertEquals(new SkuReserved(META, "o-1", 1, NOON.plusSeconds(60)), sku.events().get(1));
  }

  @Test
  void claimsThatHaveEndedAreForgottenOldestFirst() {
    sku.set(5);
    for (int i = 1; i <= 4; i++) {
      sku.release("o-" + i);
    }
    sku.restart(3);

    assertEquals(3, sku.closedCount());
    assertEquals(new Gone(), sku.reserve("o-2", 1));
    assertEquals(new Gone(), sku.reserve("o-4", 1));
    assertEquals(new Reserved(false, null), sku.reserve("o-1", 1));
  }

  @Test
  void openClaimsAreNeverForgotten() {
    sku.set(100);
    for (int i = 1; i <= 50; i++) {
      sku.reserve("o-" + i, 1);
      sku.release("x-" + i);
    }

    assertEquals(new Reserved(true, null), sku.reserve("o-1", 1));
    assertEquals(new SkuLevels(50, 50, 0), sku.levels());
  }
}
