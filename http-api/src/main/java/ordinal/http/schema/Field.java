package ordinal.http.schema;

/**
 * One named part of an object.
 *
 * @param presence whether it has to be there
 * @param example a value of it, for the description and its tests
 */
public record Field<T>(
    String name, Schema<T> schema, Presence presence, String description, Object example) {

  /** Whether a field has to be there, and what null means. */
  public enum Presence {
    REQUIRED,
    /** In a request: may be absent, and null is the same. */
    OPTIONAL,
    /** In an answer: may be absent, and is never null. */
    SOMETIMES,
    /** In an answer: always there, and perhaps null. */
    NULLABLE
  }

  public static <T> Field<T> required(
      String name, Schema<T> schema, String description, Object example) {
    return new Field<>(name, schema, Presence.REQUIRED, description, example);
  }

  public static <T> Field<T> optional(
      String name, Schema<T> schema, String description, Object example) {
    return new Field<>(name, schema, Presence.OPTIONAL, description, example);
  }

  public static <T> Field<T> sometimes(
      String name, Schema<T> schema, String description, Object example) {
    return new Field<>(name, schema, Presence.SOMETIMES, description, example);
  }

  public static <T> Field<T> nullable(
      String name, Schema<T> schema, String description, Object example) {
    return new Field<>(name, schema, Presence.NULLABLE, description, example);
  }

  boolean isRequired() {
    return presence == Presence.REQUIRED || presence == Presence.NULLABLE;
  }

  boolean mayBeNull() {
    return presence == Presence.OPTIONAL || presence == Presence.NULLABLE;
  }
}
