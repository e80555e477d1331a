package ordinal.kernel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class IdsTest {

  /** Worked out apart from this code. Ids are addresses of stored orders: they never change. */
  @Test
  void derivedIdsHaveTheirKnownAnswers() {
    assertEquals("EBZPP0MMKPPSA03C6GZ3VCRN00", Ids.derive("a"));
    assertEquals("YA9SZ41G2VJVPADHWJK1SPYKER", Ids.derive("ab", "c"));
    assertEquals("PMTCW5NCKJ5KD0HZ76HSBKME1R", Ids.derive("a", "bc"));
    assertEquals("YE360XEY2415X2RVAG7T5C0JJC", Ids.derive("订单", "é"));
    assertEquals(
        "VCSCJ806AA9ZJAC79EW45RP2EM", Ids.eventId("Order|ORDMN9151RQP9E2BRZ7E69R08140W", 1));
  }

  @ParameterizedTest
  @ValueSource(strings = {"a", "A-b_c", "order:1", "10001", "1.2:3-4_5"})
  void callersIdsMayHoldLettersDigitsAndFourSigns(String id) {
    assertTrue(Ids.isId(id));
  }

  @Property
  void aDerivedIdIs26CharactersOfCrockfordsAlphabet(@ForAll List<String> parts) {
    assertTrue(derive(parts).matches("[0-9A-HJKMNP-TV-Z]{26}"), derive(parts));
  }

  @Property
  void equalPartsGiveEqualIdsAndOtherPartsOthers(
      @ForAll @Size(max = 4) List<String> some, @ForAll @Size(max = 4) List<String> others) {
    assertEquals(some.equals(others), derive(some).equals(derive(others)));
    assertEquals(derive(some), derive(List.copyOf(some)));
  }

  @Property
  void whereOnePartEndsMatters(@ForAll String text) {
    for (int i = 0; i < text.length(); i++) {
      if (Character.isHighSurrogate(text.charAt(i))) continue; // Half a character is not text.
      var cut = Ids.derive(text.substring(0, i), text.substring(i));
      assertNotEquals(Ids.derive(text.substring(0, i + 1), text.substring(i + 1)), cut);
      assertNotEquals(Ids.derive(text), cut);
    }
  }

  @Test
  void lengthAndAlphabetOfACallersIdAreLimited() {
    assertTrue(Ids.isId("x".repeat(64)));
    for (var bad : List.of("", "x".repeat(65), "a b", "a/b", "é", "a\n", "a|b")) {
      assertFalse(Ids.isId(bad), bad);
    }
  }

  private static String derive(List<String> parts) {
    return Ids.derive(parts.toArray(String[]::new));
  }

  @Test
  void anIdIsWhatThePatternSays() {
    for (char c = 0; c < 0x300; c++) {
      var text = "a" + c;
      assertEquals(text.matches(Ids.PATTERN), Ids.isId(text), () -> "code " + (int) text.charAt(1));
    }
    for (int length = 0; length <= 66; length++) {
      var text = "x".repeat(length);
      assertEquals(text.matches(Ids.PATTERN), Ids.isId(text), text);
    }
  }
}
