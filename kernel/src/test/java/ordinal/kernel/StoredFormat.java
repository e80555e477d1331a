package ordinal.kernel;

import static java.util.stream.Collectors.toSet;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.pekko.actor.typed.ActorSystem;
import org.apache.pekko.serialization.Serialization;
import org.apache.pekko.serialization.SerializationExtension;
import org.apache.pekko.serialization.SerializerWithStringManifest;

/**
 * What a module stores, as files in {@code events/v1} of its tests: what a release wrote. For the
 * tests that hold them readable.
 */
public final class StoredFormat {

  private static final ObjectMapper JSON = new ObjectMapper();

  private final Serialization serialization;

  public StoredFormat(ActorSystem<?> system) {
    this.serialization = SerializationExtension.get(system);
  }

  /** Whose samples are there, by their file. */
  public static ObjectNode sample(String name) throws IOException {
    try (var file = StoredFormat.class.getResourceAsStream("/events/v1/" + name + ".json")) {
      return (ObjectNode) JSON.readTree(file);
    }
  }

  /** As the journal has it; Pekko keeps the name of the class beside it. */
  public ObjectNode write(Object stored) throws IOException {
    var serializer = serializer(stored.getClass());
    assertEquals(stored.getClass().getName(), serializer.manifest(stored));
    var bytes = serializer.toBinary(stored);
    assertPleasantToRead(new String(bytes, StandardCharsets.UTF_8));
    return (ObjectNode) JSON.readTree(bytes);
  }

  /** People look at it with SQL. */
  private static void assertPleasantToRead(String text) {
    assertTrue(text.startsWith("{"), text); // Not compressed.
    assertFalse(text.contains("null") || text.contains("@class"), text);
    assertFalse(text.contains("ordinal."), text);
  }

  public <T> T read(Class<T> type, ObjectNode stored) throws IOException {
    var bytes = JSON.writeValueAsBytes(stored);
    return type.cast(serializer(type).fromBinary(bytes, type.getName()));
  }

  private SerializerWithStringManifest serializer(Class<?> type) throws IOException {
    return (SerializerWithStringManifest) serialization.serializerFor(type);
  }

  /** Everything that a sealed interface stands for. */
  public static Stream<Class<?>> records(Class<?> sealed) {
    return Arrays.stream(sealed.getPermittedSubclasses())
        .flatMap(c -> c.isSealed() ? records(c) : c.isRecord() ? Stream.of(c) : Stream.empty());
  }

  public static Set<String> names(Class<?> sealed) {
    return records(sealed).map(Class::getSimpleName).collect(toSet());
  }
}
