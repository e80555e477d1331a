-- The journal, which is the outbox. An append-only log on disk: the primary key is the order of
-- arrival, and finding one entity's events is the unique key's work. The slice is computed here, so
-- that no writer can get it wrong and readers find (slice, ordering) in an index.
CREATE TABLE event_journal (
  ordering           BIGINT UNSIGNED NOT NULL AUTO_INCREMENT,
  persistence_id     VARCHAR(255) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  sequence_number    BIGINT NOT NULL,
  slice              SMALLINT UNSIGNED AS (CRC32(persistence_id) % ${slices}) STORED,
  deleted            BOOLEAN NOT NULL DEFAULT FALSE,
  writer             VARCHAR(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  write_timestamp    BIGINT NOT NULL,
  adapter_manifest   VARCHAR(255) NOT NULL,
  event_ser_id       INTEGER NOT NULL,
  event_ser_manifest VARCHAR(255) NOT NULL,
  event_payload      MEDIUMBLOB NOT NULL,
  meta_ser_id        INTEGER,
  meta_ser_manifest  VARCHAR(255),
  meta_payload       MEDIUMBLOB,
  PRIMARY KEY (ordering),
  UNIQUE KEY event_journal_by_entity (persistence_id, sequence_number),
  KEY event_journal_by_slice (slice, ordering)
) ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4;

CREATE TABLE snapshot (
  persistence_id        VARCHAR(255) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  sequence_number       BIGINT NOT NULL,
  created               BIGINT NOT NULL,
  snapshot_ser_id       INTEGER NOT NULL,
  snapshot_ser_manifest VARCHAR(255) NOT NULL,
  snapshot_payload      MEDIUMBLOB NOT NULL,
  meta_ser_id           INTEGER,
  meta_ser_manifest     VARCHAR(255),
  meta_payload          MEDIUMBLOB,
  PRIMARY KEY (persistence_id, sequence_number)
) ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4;

-- What was fixed at the first start and may never change.
CREATE TABLE fixed_setting (
  name  VARCHAR(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  value VARCHAR(255) NOT NULL,
  PRIMARY KEY (name)
) ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4;

INSERT INTO fixed_setting (name, value) VALUES ('slices', '${slices}');
