package ordinal.projections.holds;

import java.sql.SQLException;
import java.time.Instant;
import ordinal.inventory.InventoryEvent;
import ordinal.inventory.InventoryEvent.SkuDeducted;
import ordinal.inventory.InventoryEvent.SkuReleased;
import ordinal.inventory.InventoryEvent.SkuReserved;
import ordinal.inventory.InventoryEvent.SkuStockSet;
import ordinal.kernel.EventMeta;
import ordinal.projections.TestJournal;
import org.apache.pekko.serialization.Serializers;

/** Stores events of skus as their entities would. */
final class SkuJournal {

  private static final EventMeta META = TestJournal.meta("2025-01-01T12:00:00Z");

  private static final String INSERT =
      """
      INSERT INTO event_journal (persistence_id, sequence_number, writer, write_timestamp,
        adapter_manifest, event_ser_id, event_ser_manifest, event_payload)
      SELECT ?, COALESCE(MAX(sequence_number), 0) + 1, 'test', 0, '', ?, ?, ?
      FROM event_journal WHERE persistence_id = ?
      """;

  private final TestJournal journal;

  SkuJournal(TestJournal journal) {
    this.journal = journal;
  }

  void append(String skuId, InventoryEvent... events) throws SQLException {
    try (var db = journal.dataSource().getConnection();
        var insert = db.prepareStatement(INSERT)) {
      for (var event : events) {
        var serializer = TestJournal.serialization().findSerializerFor(event);
        insert.setString(1, "Sku|" + skuId);
        insert.setInt(2, serializer.identifier());
        insert.setString(3, Serializers.manifestFor(serializer, event));
        insert.setBytes(4, serializer.toBinary(event));
        insert.setString(5, "Sku|" + skuId);
        insert.executeUpdate();
      }
    }
  }

  static InventoryEvent counted(long onHand) {
    return new SkuStockSet(META, onHand);
  }

  static InventoryEvent held(String orderNo, long quantity, Instant until) {
    return new SkuReserved(META, orderNo, quantity, until);
  }

  static InventoryEvent reserved(String orderNo, long quantity) {
    return new SkuReserved(META, orderNo, quantity, null);
  }

  static InventoryEvent released(String orderNo, long quantity) {
    return new SkuReleased(META, orderNo, quantity);
  }

  static InventoryEvent deducted(String orderNo, long quantity) {
    return new SkuDeducted(META, orderNo, quantity);
  }
}
