package ordinal.http.schema;

import static org.assertj.core.api.Assertions.assertThat;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;

class CursorSchemaTest {

  private static final String ALPHABET =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_+/=.~";

  private static Long read(String text) {
    return new CursorSchema().check(new JsonValue.Text(text), "cursor", new Faults());
  }

  @Property
  void aCursorIsReadBack(@ForAll @LongRange(min = 0) long position) {
    assertThat(read(CursorSchema.write(position))).isEqualTo(position);
  }

  @Test
  void noneWithAnotherCharacterIsTaken() {
    var cursor = CursorSchema.write(123_456_789);
    for (int i = 0; i < cursor.length(); i++) {
      for (char c : ALPHABET.toCharArray()) {
        if (c == cursor.charAt(i)) continue;
        assertThat(read(cursor.substring(0, i) + c + cursor.substring(i + 1))).isNull();
      }
      assertThat(read(cursor.substring(0, i))).isNull();
    }
    assertThat(read(cursor + "A")).isNull();
    assertThat(read(CursorSchema.write(-1))).isNull();
  }

  @Test
  void oneThatLooksLikeANumberIsReadAllTheSame() {
    var faults = new Faults();
    var cursor = new CursorSchema();

    assertThat(cursor.check(new JsonValue.Num(CursorSchema.write(7)), "cursor", faults))
        .isEqualTo(7);
    assertThat(cursor.check(new JsonValue.Bool(true), "cursor", faults)).isNull();
    assertThat(faults.list().get(0).field()).isEqualTo("cursor");
  }
}
