package ordinal.http.schema;

/**
 * The bytes are not one strict JSON document. The fault says where and what, and quotes nothing.
 */
public final class MalformedJson extends Exception {

  private static final long serialVersionUID = 1L;

  private final transient Fault fault;

  MalformedJson(String field, String reason) {
    super(field + " " + reason, null, false, false);
    this.fault = new Fault(field, reason);
  }

  public Fault fault() {
    return fault;
  }
}
