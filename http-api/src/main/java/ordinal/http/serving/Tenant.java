package ordinal.http.serving;

import ordinal.http.schema.Field;
import ordinal.http.schema.IdSchema;
import ordinal.kernel.EventMeta;
import ordinal.kernel.Ids;
import org.apache.pekko.http.javadsl.model.HttpRequest;
import org.jspecify.annotations.Nullable;

/**
 * Whose shop a request is about: what its header says, and the default tenant when it says nothing.
 * Read once, before anything is done; what belongs to another tenant is not there for this request.
 */
public final class Tenant {

  /** The header, as the description of the API has it. */
  public static final Field<String> HEADER =
      Field.optional(
          "X-Tenant-Id",
          IdSchema.id(),
          "Whose shop it is about; `"
              + EventMeta.DEFAULT_TENANT
              + "` if left out. What belongs to"
              + " another tenant answers as if it were not there.",
          EventMeta.DEFAULT_TENANT);

  static final String RULE = "must be there once, with 1 to 64 characters of A-Z a-z 0-9 . _ : -";

  private static final String LOWERCASE = "x-tenant-id";

  private Tenant() {}

  /** Null when the header is wrong. */
  static @Nullable String of(HttpRequest request) {
    String said = null;
    for (var header : request.getHeaders()) {
      if (!header.is(LOWERCASE)) continue;
      if (said != null) return null;
      said = header.value();
    }
    if (said == null) return EventMeta.DEFAULT_TENANT;
    return Ids.isId(said) ? said : null;
  }
}
