-- What the consumers of Kafka keep: how far they are, what they try again, what they did.

-- The next offset of each partition, moved in the transaction of what the messages before it led to.
-- Who takes a partition over writes its name here; the version counts every transaction, so that a
-- former holder cannot commit any more.
CREATE TABLE inbox_offset (
  consumer_group VARCHAR(200) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  topic          VARCHAR(249) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  partition_no   INTEGER NOT NULL,
  next_offset    BIGINT NOT NULL,
  version        BIGINT NOT NULL,
  holder         CHAR(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  PRIMARY KEY (consumer_group, topic, partition_no)
) ENGINE = InnoDB;

-- Messages that could not be handled yet and may be later, and those of the same key behind them.
-- The primary key is also their order; the first of a key is tried when it is due, the others follow.
CREATE TABLE parked_message (
  consumer_group VARCHAR(200) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  topic          VARCHAR(249) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  partition_no   INTEGER NOT NULL,
  biz_key        VARCHAR(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  offset_no      BIGINT NOT NULL,
  attempts       INTEGER NOT NULL,
  due_at         DATETIME(3), -- none: as soon as it is the first of its key
  record_key     MEDIUMBLOB,
  payload        MEDIUMBLOB,
  headers        MEDIUMBLOB NOT NULL,
  PRIMARY KEY (consumer_group, topic, partition_no, biz_key, offset_no)
) ENGINE = InnoDB;

-- One row per message that was handled or is to be: what became of it.
CREATE TABLE consume_log (
  id             BIGINT UNSIGNED NOT NULL AUTO_INCREMENT,
  consumer_group VARCHAR(200) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  topic          VARCHAR(249) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  partition_no   INTEGER NOT NULL,
  offset_no      BIGINT NOT NULL,
  event_id       VARCHAR(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  event_type     VARCHAR(100) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  biz_key        VARCHAR(255) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  status         VARCHAR(16) CHARACTER SET ascii COLLATE ascii_bin NOT NULL, -- PROCESSING, SUCCESS, FAILED, IGNORED
  attempts       INTEGER NOT NULL,
  reason         VARCHAR(500),
  cost_ms        BIGINT NOT NULL,
  trace_id       VARCHAR(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  received_at    DATETIME(3) NOT NULL,
  updated_at     DATETIME(3) NOT NULL,
  PRIMARY KEY (id),
  UNIQUE KEY consume_log_by_place (consumer_group, topic, partition_no, offset_no),
  KEY consume_log_by_status (status, id),
  KEY consume_log_by_key (biz_key, id)
) ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4;

-- Letters of consumers (source CONSUMER) have no place in the journal, but one on Kafka, and what was
-- there. The publishers, which go by slice, do not meet them.
ALTER TABLE dead_letter
  MODIFY COLUMN persistence_id  VARCHAR(255) CHARACTER SET ascii COLLATE ascii_bin,
  MODIFY COLUMN sequence_number BIGINT,
  MODIFY COLUMN ordering        BIGINT UNSIGNED,
  MODIFY COLUMN slice           SMALLINT UNSIGNED,
  ADD COLUMN consumer_group     VARCHAR(200) CHARACTER SET ascii COLLATE ascii_bin,
  ADD COLUMN partition_no       INTEGER,
  ADD COLUMN offset_no          BIGINT,
  ADD COLUMN record_key         MEDIUMBLOB,
  ADD COLUMN payload            MEDIUMBLOB,
  ADD COLUMN headers            MEDIUMBLOB,
  ADD KEY dead_letter_by_consumer (source, status, consumer_group, partition_no, offset_no);
