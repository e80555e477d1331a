package ordinal.assets;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

class RememberedTest {

  @Property(tries = 300)
  void itKnowsTheLastOnesThatCameOldestFirst(
      @ForAll @Size(max = 50) List<@IntRange(max = 12) Integer> names,
      @ForAll @IntRange(min = 1, max = 10) int most) {
    var model = new LinkedHashMap<String, Integer>();
    var remembered = Remembered.<Integer>nothing();
    for (int i = 0; i < names.size(); i++) {
      var name = "name-" + names.get(i);
      var before = remembered.toList(Map::entry);
      var next = remembered.with(name, i, most);
      assertEquals(before, remembered.toList(Map::entry), "it never changes");
      remembered = next;
      model.put(name, i); // One that comes again keeps its place.
      if (model.size() > most) model.remove(model.keySet().iterator().next());
    }

    assertEquals(List.copyOf(model.entrySet()), remembered.toList(Map::entry));
    assertEquals(model.size(), remembered.size());
    for (var known : model.entrySet()) {
      assertEquals(known.getValue(), remembered.of(known.getKey()));
    }
    assertNull(remembered.of("name-of-nobody"));
  }
}
