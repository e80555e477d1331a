package ordinal.assets;

import java.util.Locale;
import ordinal.kernel.Ids;
import ordinal.kernel.JsonMessage;

/** Whose account, and of what. One tenant's user is not another's, whatever their ids. */
public record AccountId(AccountKind kind, String tenantId, String ownerId) implements JsonMessage {

  public AccountId {
    if (!Ids.isId(tenantId)) throw new IllegalArgumentException("no tenant: " + tenantId);
    if (!Ids.isId(ownerId)) throw new IllegalArgumentException("no owner: " + ownerId);
  }

  public static AccountId wallet(String tenantId, String userId) {
    return new AccountId(AccountKind.WALLET, tenantId, userId);
  }

  public static AccountId points(String tenantId, String userId) {
    return new AccountId(AccountKind.POINTS, tenantId, userId);
  }

  public static AccountId commission(String tenantId, String technicianId) {
    return new AccountId(AccountKind.COMMISSION, tenantId, technicianId);
  }

  /** The entity's id, and the key of its events on Kafka: {@code wallet/default/1001}. */
  public String entityId() {
    return kind.name().toLowerCase(Locale.ROOT) + "/" + tenantId + "/" + ownerId;
  }

  /** The other way round. Fails on what {@link #entityId} does not make. */
  public static AccountId parse(String entityId) {
    var parts = entityId.split("/", -1);
    if (parts.length != 3) throw new IllegalArgumentException("no account: " + entityId);
    return new AccountId(
        AccountKind.valueOf(parts[0].toUpperCase(Locale.ROOT)), parts[1], parts[2]);
  }
}
