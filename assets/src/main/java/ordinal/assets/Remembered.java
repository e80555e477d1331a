package ordinal.assets;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;
import scala.collection.immutable.HashMap;
import scala.collection.immutable.Queue;
import scala.jdk.javaapi.CollectionConverters;

/**
 * The last things that an entity has to know again, by name; the oldest are forgotten first. It
 * never changes: {@link #with} gives another one that shares most of this one. The collections are
 * Scala's, which Pekko brings; the JDK has none of this kind, and copying thousands of entries for
 * every event would cost more than storing it.
 */
public final class Remembered<V> {

  private final HashMap<String, V> byName;
  private final Queue<String> oldestFirst;

  private Remembered(HashMap<String, V> byName, Queue<String> oldestFirst) {
    this.byName = byName;
    this.oldestFirst = oldestFirst;
  }

  public static <V> Remembered<V> nothing() {
    return new Remembered<>(new HashMap<>(), Queue.<String>newBuilder().result());
  }

  public @Nullable V of(String name) {
    var found = byName.get(name);
    return found.isEmpty() ? null : found.get();
  }

  public int size() {
    return byName.size();
  }

  /** With this one too, or in another way; the oldest are forgotten beyond {@code most}. */
  public Remembered<V> with(String name, V value, int most) {
    var names = byName.contains(name) ? oldestFirst : oldestFirst.enqueue(name);
    var values = byName.<V>updated(name, value);
    while (values.size() > most) {
      values = values.removed(names.head());
      names = names.tail();
    }
    return new Remembered<>(values, names);
  }

  /** One entry each, oldest first. */
  public <T> List<T> toList(BiFunction<String, V, T> entry) {
    var list = new ArrayList<T>(byName.size());
    for (var name : CollectionConverters.asJava(oldestFirst)) {
      list.add(entry.apply(name, byName.apply(name)));
    }
    return list;
  }
}
