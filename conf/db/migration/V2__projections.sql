-- What projections keep beside the journal. All of it can be thrown away and made again from the
-- journal, but for dead_letter and, once Kafka has let go of its oldest records, event_delivery.

-- A marker occupies a hole in the journal; it belongs to no slice, so that no reader of one meets it.
ALTER TABLE event_journal
  MODIFY COLUMN slice SMALLINT UNSIGNED
    AS (IF(persistence_id = '~hole', NULL, CRC32(persistence_id) % ${slices})) STORED;

-- Offsets in Kafka and transactional ids carry this name: another database on the same brokers starts
-- from its own beginning, and does not go on from where this one was.
INSERT INTO fixed_setting (name, value) VALUES ('journal-id', LEFT(REPLACE(UUID(), '-', ''), 12));

-- Up to where every ordering is known to be a committed row for ever, as each node's head last saw.
-- A head writes here before it hands out what it has read: its own commit tells that all of that is
-- on disk. The counter makes sure that there is something to write.
CREATE TABLE journal_head (
  id       INTEGER UNSIGNED NOT NULL, -- a node
  ordering BIGINT UNSIGNED NOT NULL,
  looks    BIGINT UNSIGNED NOT NULL,
  PRIMARY KEY (id)
) ENGINE = InnoDB;

-- Pekko Projection's own two tables, in its layout.
CREATE TABLE projection_offset (
  projection_name VARCHAR(255) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  projection_key  VARCHAR(255) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  current_offset  VARCHAR(255) NOT NULL,
  manifest        VARCHAR(4) NOT NULL,
  mergeable       BOOLEAN NOT NULL,
  last_updated    BIGINT NOT NULL,
  PRIMARY KEY (projection_name, projection_key)
) ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4;

CREATE TABLE projection_management (
  projection_name VARCHAR(255) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  projection_key  VARCHAR(255) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  paused          BOOLEAN NOT NULL,
  last_updated    BIGINT NOT NULL,
  PRIMARY KEY (projection_name, projection_key)
) ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4;

-- The last time that a view was made anew. One that is under way here, but whose lock nobody holds,
-- was interrupted.
CREATE TABLE projection_rebuild (
  projection_name VARCHAR(255) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  state           VARCHAR(16) CHARACTER SET ascii COLLATE ascii_bin NOT NULL, -- BUILDING, COMPARING, SWITCHED, FAILED
  started_at      DATETIME(3) NOT NULL,
  handled         BIGINT NOT NULL,
  to_handle       BIGINT NOT NULL,
  differences     BIGINT NOT NULL,
  detail          VARCHAR(500) NOT NULL,
  PRIMARY KEY (projection_name)
) ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4;

-- One row per slice of the outbox, written when its publisher begins to fail and when it recovers.
CREATE TABLE outbox_slice (
  slice      SMALLINT UNSIGNED NOT NULL,
  state      VARCHAR(16) CHARACTER SET ascii COLLATE ascii_bin NOT NULL, -- RUNNING, RETRYING
  attempts   INTEGER NOT NULL,
  last_error VARCHAR(500) NOT NULL,
  since      DATETIME(3) NOT NULL,
  PRIMARY KEY (slice)
) ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4;

-- What can never be sent as it is, and what waits behind it. One row per event.
CREATE TABLE dead_letter (
  id              CHAR(26) CHARACTER SET ascii COLLATE ascii_bin NOT NULL, -- the event's id
  source          VARCHAR(16) CHARACTER SET ascii COLLATE ascii_bin NOT NULL, -- OUTBOX
  status          VARCHAR(16) CHARACTER SET ascii COLLATE ascii_bin NOT NULL, -- DEAD, WAITING, REPLAYING, SENT
  topic           VARCHAR(249) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  biz_key         VARCHAR(255) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  event_type      VARCHAR(100) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  persistence_id  VARCHAR(255) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  sequence_number BIGINT NOT NULL,
  ordering        BIGINT UNSIGNED NOT NULL,
  slice           SMALLINT UNSIGNED NOT NULL,
  reason          VARCHAR(500) NOT NULL,
  attempts        INTEGER NOT NULL,
  trace_id        VARCHAR(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  created_at      DATETIME(3) NOT NULL,
  updated_at      DATETIME(3) NOT NULL,
  PRIMARY KEY (id),
  UNIQUE KEY dead_letter_by_entity (persistence_id, sequence_number),
  KEY dead_letter_by_slice (slice, status, ordering),
  KEY dead_letter_by_status (status, created_at, id)
) ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4;

-- Where each event is on Kafka, as a consumer of committed records sees it.
CREATE TABLE event_delivery (
  ordering     BIGINT UNSIGNED NOT NULL,
  topic        VARCHAR(249) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  partition_no SMALLINT UNSIGNED NOT NULL,
  offset_no    BIGINT NOT NULL,
  published_at DATETIME(3) NOT NULL,
  PRIMARY KEY (ordering)
) ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4;

-- How far that consumer has read: moves in the transaction that writes the rows above. The last
-- record of ours, if there was one, is looked at again after each start: if it is not there, this is
-- not the Kafka that was read.
CREATE TABLE delivery_position (
  topic         VARCHAR(249) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  partition_no  SMALLINT UNSIGNED NOT NULL,
  next_offset   BIGINT NOT NULL,
  last_offset   BIGINT,
  last_ordering BIGINT UNSIGNED,
  PRIMARY KEY (topic, partition_no)
) ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4;

-- Up to where the audit has compared the journal with event_delivery.
CREATE TABLE audit_position (
  slice    SMALLINT UNSIGNED NOT NULL,
  ordering BIGINT UNSIGNED NOT NULL,
  PRIMARY KEY (slice)
) ENGINE = InnoDB;

-- The views. order_id is the ordering of the order's first event, so that rows are appended and not
-- put in at random. last_seq is the order's last event that a row knows of: a row moves only from
-- n-1 to n, whatever is delivered twice.
CREATE TABLE order_view (
  order_id       BIGINT UNSIGNED NOT NULL,
  order_no       VARCHAR(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  tenant_id      VARCHAR(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  user_id        VARCHAR(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  store_id       VARCHAR(64) CHARACTER SET ascii COLLATE ascii_bin,
  status         VARCHAR(16) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  status_reason  VARCHAR(500),
  refund_from    VARCHAR(16) CHARACTER SET ascii COLLATE ascii_bin, -- where a failed refund returns to
  currency       CHAR(3) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  total_minor    BIGINT NOT NULL,
  created_at     DATETIME(3) NOT NULL,
  updated_at     DATETIME(3) NOT NULL,
  last_seq       BIGINT NOT NULL,
  PRIMARY KEY (order_id),
  UNIQUE KEY order_view_by_no (order_no),
  KEY order_view_by_user (tenant_id, user_id, order_id),
  KEY order_view_by_status (tenant_id, status, order_id)
) ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4;

CREATE TABLE order_item_view (
  order_id         BIGINT UNSIGNED NOT NULL,
  line_no          SMALLINT UNSIGNED NOT NULL,
  sku_id           VARCHAR(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  quantity         INTEGER NOT NULL,
  unit_price_minor BIGINT NOT NULL,
  PRIMARY KEY (order_id, line_no)
) ENGINE = InnoDB;

CREATE TABLE order_state_flow (
  order_id    BIGINT UNSIGNED NOT NULL,
  seq         BIGINT NOT NULL,
  event_type  VARCHAR(40) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  from_status VARCHAR(16) CHARACTER SET ascii COLLATE ascii_bin,
  to_status   VARCHAR(16) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  ignored     BOOLEAN NOT NULL,
  reason      VARCHAR(500),
  trace_id    VARCHAR(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  ordering    BIGINT UNSIGNED NOT NULL,
  at          DATETIME(3) NOT NULL,
  PRIMARY KEY (order_id, seq)
) ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4;
