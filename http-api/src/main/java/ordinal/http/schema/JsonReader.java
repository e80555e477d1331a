package ordinal.http.schema;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParseException;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.fasterxml.jackson.core.io.JsonEOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads one JSON document, strictly: valid UTF-8, no name twice, nothing behind the end, at most
 * {@value #DEEPEST} levels and {@value #MOST_VALUES} values. A byte order mark is skipped, as RFC
 * 8259 allows: some editors add it.
 */
public final class JsonReader {

  public static final int DEEPEST = 20;

  /**
   * Far more than the largest order has. A megabyte of brackets and commas would else become some
   * fifty megabytes of objects.
   */
  public static final int MOST_VALUES = 10_000;

  /** What the whole body is called where a fault has no field. */
  public static final String BODY = "body";

  private static final char BYTE_ORDER_MARK = '\ufeff';

  // Names are the caller's: they are neither interned nor kept. Numbers are never converted here,
  // so their length needs no limit beside the body's.
  private static final JsonFactory FACTORY =
      JsonFactory.builder()
          .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
          .disable(JsonFactory.Feature.CANONICALIZE_FIELD_NAMES)
          .streamReadConstraints(
              StreamReadConstraints.builder()
                  .maxNestingDepth(DEEPEST)
                  .maxNumberLength(Integer.MAX_VALUE)
                  .build())
          .build();

  private final JsonParser parser;
  private int values;

  private JsonReader(JsonParser parser) {
    this.parser = parser;
  }

  public static JsonValue read(ByteBuffer utf8) throws MalformedJson {
    var text = decode(utf8);
    int start = text.hasRemaining() && text.get(text.position()) == BYTE_ORDER_MARK ? 1 : 0;
    try (var parser =
        FACTORY.createParser(
            text.array(), text.arrayOffset() + text.position() + start, text.remaining() - start)) {
      if (parser.nextToken() == null) {
        throw new MalformedJson(BODY, "must be a JSON object, but is empty");
      }
      var value = new JsonReader(parser).value("");
      if (parser.nextToken() != null) {
        throw new MalformedJson(BODY, "has something behind its end, " + place(parser));
      }
      return value;
    } catch (JsonProcessingException e) {
      throw new MalformedJson(BODY, what(e));
    } catch (IOException e) {
      throw new IllegalStateException("characters in memory can be read", e);
    }
  }

  private static CharBuffer decode(ByteBuffer utf8) throws MalformedJson {
    try {
      return StandardCharsets.UTF_8
          .newDecoder()
          .onMalformedInput(CodingErrorAction.REPORT)
          .onUnmappableCharacter(CodingErrorAction.REPORT)
          .decode(utf8);
    } catch (CharacterCodingException e) {
      throw new MalformedJson(BODY, "is not valid UTF-8");
    }
  }

  /** Recursion is bounded by {@link #DEEPEST}. */
  private JsonValue value(String path) throws IOException, MalformedJson {
    if (++values > MOST_VALUES) {
      throw new MalformedJson(BODY, "must have at most " + MOST_VALUES + " values");
    }
    return switch (parser.currentToken()) {
      case START_OBJECT -> members(path);
      case START_ARRAY -> items(path);
      case VALUE_STRING -> new JsonValue.Text(parser.getText());
      case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> new JsonValue.Num(parser.getText());
      case VALUE_TRUE -> new JsonValue.Bool(true);
      case VALUE_FALSE -> new JsonValue.Bool(false);
      case VALUE_NULL -> new JsonValue.Null();
      case END_OBJECT, END_ARRAY, FIELD_NAME, NOT_AVAILABLE, VALUE_EMBEDDED_OBJECT ->
          throw new IllegalStateException("no value begins with " + parser.currentToken());
    };
  }

  private JsonValue members(String path) throws IOException, MalformedJson {
    Map<String, JsonValue> members = new LinkedHashMap<>();
    while (parser.nextToken() != JsonToken.END_OBJECT) {
      var name = parser.currentName();
      var member = Schema.member(path, name);
      if (members.containsKey(name)) {
        throw new MalformedJson(member, "is there twice");
      }
      parser.nextToken();
      members.put(name, value(member));
    }
    return new JsonValue.Members(members);
  }

  private JsonValue items(String path) throws IOException, MalformedJson {
    List<JsonValue> items = new ArrayList<>();
    while (parser.nextToken() != JsonToken.END_ARRAY) {
      items.add(value(Schema.item(path, items.size())));
    }
    return new JsonValue.Items(items);
  }

  /** In our words: the parser's own quote the body and name its classes. */
  private static String what(JsonProcessingException e) {
    if (e instanceof StreamConstraintsException) {
      return "is nested deeper than " + DEEPEST + " levels, or has a name that is too long";
    }
    var at = e.getLocation();
    var place = at == null ? "" : ", line " + at.getLineNr() + ", column " + at.getColumnNr();
    if (e instanceof JsonEOFException) return "is not valid JSON: it ends too early" + place;
    return (e instanceof JsonParseException ? "is not valid JSON" : "cannot be read") + place;
  }

  private static String place(JsonParser parser) {
    var at = parser.currentTokenLocation();
    return "line " + at.getLineNr() + ", column " + at.getColumnNr();
  }
}
