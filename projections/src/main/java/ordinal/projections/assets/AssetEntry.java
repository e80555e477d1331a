package ordinal.projections.assets;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * One movement of an account or a coupon.
 *
 * @param position where its event stands in the journal
 * @param entityId the account's or coupon's: {@code wallet/default/1001}, {@code default/c-88}
 * @param seq which of its entity's events it is
 * @param eventType as on Kafka: {@code CommissionEarned}
 * @param ownerId whose it is
 * @param key the operation's idempotency key: {@code commission:ORD…:mentor}
 * @param orderNo the order that it is about, if it is about one
 * @param checkoutNo which of the order's checkouts, if it is about what is set aside for one
 * @param amount minor units or points, never below zero: which way it went, the type says; of a
 *     coupon its discount, of a suspension 0
 * @param available what is available afterwards; null for a coupon
 * @param frozen what is set aside afterwards; null for a coupon
 */
public record AssetEntry(
    long position,
    String entityId,
    long seq,
    String eventType,
    AssetKind kind,
    String tenantId,
    String ownerId,
    String key,
    @Nullable String orderNo,
    @Nullable Integer checkoutNo,
    long amount,
    @Nullable Long available,
    @Nullable Long frozen,
    String traceId,
    Instant at) {}
