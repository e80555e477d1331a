package ordinal.http.schema;

import java.util.Map;
import java.util.NoSuchElementException;
import org.jspecify.annotations.Nullable;

/** The checked values of an object. Only its schema makes one, so each value is of its type. */
public final class Fields {

  static final Fields NONE = new Fields(Map.of(), "");

  private final Map<String, Object> values;
  private final String canonical;

  Fields(Map<String, Object> values, String canonical) {
    this.values = values;
    this.canonical = canonical;
  }

  public static Fields none() {
    return NONE;
  }

  /** The value of a required field. */
  public <T> T get(Field<T> field) {
    var value = find(field);
    if (value == null) throw new NoSuchElementException(field.name());
    return value;
  }

  /** The value of an optional field, or null when it is absent. */
  @SuppressWarnings("unchecked") // ObjectSchema put it there under this field.
  public <T> @Nullable T find(Field<T> field) {
    return (T) values.get(field.name());
  }

  /** What was said, in one form only: the same text for requests that say the same. */
  public String canonical() {
    return canonical;
  }

  @Override
  public String toString() {
    return canonical;
  }
}
