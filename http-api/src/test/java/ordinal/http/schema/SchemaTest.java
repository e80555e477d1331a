package ordinal.http.schema;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Assume;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import ordinal.kernel.Money;
import org.junit.jupiter.api.Test;

class SchemaTest {

  private enum Word {
    YES,
    NO
  }

  private static final Field<Word> WORD =
      Field.required("word", ChoiceSchema.of(Word.class), "d", "YES");
  private static final Field<Long> MONEY =
      Field.optional("money", new MoneySchema(Money.MAX_MINOR), "d", 1);
  private static final ObjectSchema ALL =
      ObjectSchema.of(
              "All",
              WORD,
              MONEY,
              Field.optional("id", IdSchema.id(), "d", "a"),
              Field.optional("user", IdSchema.idOrNumber(), "d", 1),
              Field.optional("text", new TextSchema(5), "d", "x"),
              Field.optional("count", new IntegerSchema(1, 100), "d", 1),
              Field.optional("currency", new CurrencySchema(), "d", "CNY"),
              Field.optional("list", new ListSchema<>(1, 2, IdSchema.id()), "d", List.of("a")))
          .requiring(MONEY, WORD, Word.YES);

  private static final JsonMapper MAPPER =
      JsonMapper.builder().enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS).build();

  private static Faults check(Schema<?> schema, String json) {
    var faults = new Faults();
    try {
      var value = JsonReader.read(ByteBuffer.wrap(json.getBytes(StandardCharsets.UTF_8)));
      assertThat(schema.check(value, "", faults) == null).isEqualTo(!faults.isEmpty());
    } catch (MalformedJson e) {
      faults.add(e.fault());
    }
    return faults;
  }

  private static boolean fitsDescription(String json) {
    try {
      var definitions = new Definitions();
      ALL.describe(definitions);
      var node = definitions.all().get("All");
      var schema = JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V202012).getSchema(node);
      return schema.validate(MAPPER.readTree(json)).isEmpty();
    } catch (JsonProcessingException e) {
      throw new AssertionError(e);
    }
  }

  @Provide
  Arbitrary<String> objects() {
    var names =
        Arbitraries.of("word", "money", "id", "user", "text", "count", "currency", "list", "more");
    var values =
        Arbitraries.of(
            "\"YES\"",
            "\"NO\"",
            "null",
            "1",
            "0",
            "-1",
            "100",
            "101",
            "1.5",
            "1.25",
            "1.255",
            "12345678901234567890",
            "\"\"",
            "\"a\"",
            "\"a b\"",
            "\"toolong\"",
            "\"CNY\"",
            "true",
            "{}",
            "[]",
            "[\"a\"]",
            "[\"a\", 1]",
            "[\"a\", \"b\", \"c\"]",
            "\"\\u0001\"");
    var field = Combinators.combine(names, values).as((n, v) -> "\"" + n + "\": " + v);
    // Few fields beside those that have to be there, so that many objects are right.
    var start = Arbitraries.of("\"word\": \"NO\"", "\"word\": \"YES\", \"money\": 1", "\"x\": 1");
    return Combinators.combine(start, field.list().ofMaxSize(2))
        .as(
            (first, more) ->
                "{" + first + (more.isEmpty() ? "" : ", ") + String.join(", ", more) + "}");
  }

  /** Both ways, but for what JSON Schema cannot say: how a number or a code is written. */
  @Property(tries = 3_000)
  void whatTheCheckTakesTheDescriptionTakesAndTheOtherWayRound(@ForAll("objects") String json) {
    var faults = check(ALL, json);
    Assume.that(faults.list().stream().noneMatch(f -> f.reason().equals("is there twice")));

    assertThat(fitsDescription(json)).as(json + faults.list()).isEqualTo(faults.isEmpty());
  }

  @Property
  void moneyIsReadExactly(@ForAll long any) {
    long minor = Math.floorMod(any, Money.MAX_MINOR + 1);
    var written = Money.toDecimal(minor).toPlainString();

    var read =
        new MoneySchema(Money.MAX_MINOR).check(new JsonValue.Num(written), "m", new Faults());

    assertThat(read).isEqualTo(minor);
  }

  @Property
  void noBytesBreakTheReader(@ForAll byte[] bytes) {
    try {
      assertThat(JsonReader.read(ByteBuffer.wrap(bytes))).isNotNull();
    } catch (MalformedJson e) {
      assertThat(e.fault().reason()).doesNotContain("com.", "Exception");
    }
  }

  @Test
  void requestsThatSayTheSameHaveTheSameCanonicalForm() {
    assertThat(canonical("{\"word\": \"NO\", \"money\": 1.1, \"id\": null}"))
        .isEqualTo(canonical("{\"money\": 1.10, \"word\": \"NO\"}"))
        .isNotEqualTo(canonical("{\"money\": 1.11, \"word\": \"NO\"}"));
    assertThat(canonical("{\"word\": \"NO\", \"list\": [\"a\", \"b\"]}"))
        .isNotEqualTo(canonical("{\"word\": \"NO\", \"list\": [\"b\", \"a\"]}"));
  }

  private static String canonical(String json) {
    try {
      var value = JsonReader.read(ByteBuffer.wrap(json.getBytes(StandardCharsets.UTF_8)));
      return ALL.check(value, "", new Faults()).canonical();
    } catch (MalformedJson e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void theNumberOfFaultsIsBounded() {
    var json = new StringBuilder("{\"word\": \"NO\"");
    for (int i = 0; i < 5_000; i++) json.append(", \"f").append(i).append("\": 1");

    assertThat(check(ALL, json.append("}").toString()).list()).hasSize(Faults.MOST);
  }
}
