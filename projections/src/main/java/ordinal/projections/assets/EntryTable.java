package ordinal.projections.assets;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collection;
import ordinal.projections.sql.MultiRowInsert;
import ordinal.projections.sql.Sql;

/** The SQL of {@code asset_entry}. */
final class EntryTable {

  static final String COLUMNS =
      """
      ordering, entity_id, seq, event_type, kind, tenant_id, owner_id, idem_key, order_no,
      checkout_no, amount, available, frozen, trace_id, at""";

  private static final String INSERT = "INSERT INTO asset_entry (" + COLUMNS + ") VALUES";

  private EntryTable() {}

  static AssetEntry row(ResultSet row) throws SQLException {
    return new AssetEntry(
        row.getLong(1),
        row.getString(2),
        row.getLong(3),
        row.getString(4),
        AssetKind.valueOf(row.getString(5)),
        row.getString(6),
        row.getString(7),
        row.getString(8),
        row.getString(9),
        row.getObject(10, Integer.class),
        row.getLong(11),
        row.getObject(12, Long.class),
        row.getObject(13, Long.class),
        row.getString(14),
        Sql.time(row, 15));
  }

  static void insert(Connection db, Collection<AssetEntry> entries) throws SQLException {
    var insert = new MultiRowInsert(INSERT, "", entries.size());
    for (var one : entries) {
      insert
          .row()
          .number(one.position())
          .text(one.entityId())
          .number(one.seq())
          .text(one.eventType())
          .text(one.kind().name())
          .text(one.tenantId())
          .text(one.ownerId())
          .text(one.key())
          .text(one.orderNo())
          .numberOrNull(one.checkoutNo() == null ? null : one.checkoutNo().longValue())
          .number(one.amount())
          .numberOrNull(one.available())
          .numberOrNull(one.frozen())
          .text(one.traceId())
          .time(one.at());
    }
    insert.execute(db);
  }
}
