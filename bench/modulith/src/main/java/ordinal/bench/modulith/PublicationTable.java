package ordinal.bench.modulith;

import java.sql.DriverManager;
import java.sql.SQLException;
import ordinal.bench.peer.PeerSettings;

/**
 * Modulith's own table, second version, with three changes, as its makers leave to its users: ids
 * and codes are ASCII as in the order tables, an event may be longer than 4 000 characters, and the
 * index is by what resubmission looks for, for a completed publication is deleted.
 */
final class PublicationTable {

  private static final String CREATE =
      """
      CREATE TABLE IF NOT EXISTS EVENT_PUBLICATION (
        ID                     CHAR(36) NOT NULL,
        LISTENER_ID            VARCHAR(512) NOT NULL,
        EVENT_TYPE             VARCHAR(512) NOT NULL,
        SERIALIZED_EVENT       TEXT CHARACTER SET utf8mb4 NOT NULL,
        PUBLICATION_DATE       TIMESTAMP(6) NOT NULL,
        COMPLETION_DATE        TIMESTAMP(6) DEFAULT NULL NULL,
        STATUS                 VARCHAR(20),
        COMPLETION_ATTEMPTS    INT,
        LAST_RESUBMISSION_DATE TIMESTAMP(6) DEFAULT NULL NULL,
        PRIMARY KEY (ID),
        KEY idx_status_date (STATUS, PUBLICATION_DATE)
      ) ENGINE = InnoDB DEFAULT CHARACTER SET ascii COLLATE ascii_bin""";

  private PublicationTable() {}

  static void create(PeerSettings settings) throws SQLException {
    try (var connection =
            DriverManager.getConnection(settings.jdbcUrl(), settings.user(), settings.password());
        var statement = connection.createStatement()) {
      statement.execute(CREATE);
    }
  }
}
