package ordinal.bench.peer;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

/**
 * The tables of a hand-written order service with an outbox. Ids and codes are ASCII, compared byte
 * by byte, as in Ordinal's own tables; money is decimal.
 */
final class OrderTables {

  private static final String ORDER =
      """
      CREATE TABLE IF NOT EXISTS t_order (
        id                BIGINT UNSIGNED NOT NULL AUTO_INCREMENT,
        order_no          VARCHAR(32) NOT NULL,
        user_id           VARCHAR(64) NOT NULL,
        client_request_id VARCHAR(64) NOT NULL,
        status            VARCHAR(16) NOT NULL,
        currency          CHAR(3) NOT NULL,
        total_amount      DECIMAL(18, 2) NOT NULL,
        version           INTEGER NOT NULL,
        deleted           BOOLEAN NOT NULL DEFAULT FALSE,
        created_at        DATETIME(3) NOT NULL,
        updated_at        DATETIME(3) NOT NULL,
        PRIMARY KEY (id),
        UNIQUE KEY uk_order_no (order_no),
        UNIQUE KEY uk_user_client_request (user_id, client_request_id)
      ) ENGINE = InnoDB DEFAULT CHARACTER SET ascii COLLATE ascii_bin""";

  private static final String ITEM =
      """
      CREATE TABLE IF NOT EXISTS t_order_item (
        id         BIGINT UNSIGNED NOT NULL AUTO_INCREMENT,
        order_no   VARCHAR(32) NOT NULL,
        sku_id     VARCHAR(64) NOT NULL,
        quantity   INTEGER NOT NULL,
        unit_price DECIMAL(18, 2) NOT NULL,
        PRIMARY KEY (id),
        KEY idx_order_no (order_no)
      ) ENGINE = InnoDB DEFAULT CHARACTER SET ascii COLLATE ascii_bin""";

  private static final String STATE_FLOW =
      """
      CREATE TABLE IF NOT EXISTS t_order_state_flow (
        id          BIGINT UNSIGNED NOT NULL AUTO_INCREMENT,
        order_no    VARCHAR(32) NOT NULL,
        from_status VARCHAR(16),
        to_status   VARCHAR(16) NOT NULL,
        event       VARCHAR(40) NOT NULL,
        trace_id    VARCHAR(64) NOT NULL,
        created_at  DATETIME(3) NOT NULL,
        PRIMARY KEY (id),
        KEY idx_order_no (order_no)
      ) ENGINE = InnoDB DEFAULT CHARACTER SET ascii COLLATE ascii_bin""";

  /** The second key is the tuned relay's: its rows come out of it in order, and no more of them. */
  private static final String OUTBOX =
      """
      CREATE TABLE IF NOT EXISTS t_outbox_event (
        id            BIGINT UNSIGNED NOT NULL AUTO_INCREMENT,
        event_id      CHAR(32) NOT NULL,
        biz_key       VARCHAR(64) NOT NULL,
        topic         VARCHAR(100) NOT NULL,
        tag           VARCHAR(40) NOT NULL,
        payload_json  TEXT CHARACTER SET utf8mb4 NOT NULL,
        status        VARCHAR(8) NOT NULL,
        retry_count   INTEGER NOT NULL DEFAULT 0,
        next_retry_at DATETIME(3) NOT NULL,
        trace_id      VARCHAR(64) NOT NULL,
        created_at    DATETIME(3) NOT NULL,
        sent_at       DATETIME(3),
        PRIMARY KEY (id),
        KEY %s
      ) ENGINE = InnoDB DEFAULT CHARACTER SET ascii COLLATE ascii_bin""";

  private static final String BY_TIME = "idx_status_time (status, next_retry_at)";
  private static final String BY_ARRIVAL = "idx_status_id (status, id)";

  private OrderTables() {}

  static void create(Connection connection, PeerForm form) throws SQLException {
    var outbox = OUTBOX.formatted(form == PeerForm.CLASSIC_1S ? BY_TIME : BY_ARRIVAL);
    try (var statement = connection.createStatement()) {
      for (var table : List.of(ORDER, ITEM, STATE_FLOW, outbox)) statement.execute(table);
    }
  }
}
