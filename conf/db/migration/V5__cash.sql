-- Assets as the journal says they are (projection "assets"), and what the jobs and the process managers
-- of order to cash keep.

-- Lists of one store's orders and of one tenant's, however many others there are.
ALTER TABLE order_view
  ADD KEY order_view_by_store (tenant_id, store_id, order_id),
  ADD KEY order_view_by_tenant (tenant_id, order_id);

-- One row per account: the books after its last event. The five columns of a row add up to zero.
CREATE TABLE asset_account (
  account_id VARCHAR(160) CHARACTER SET ascii COLLATE ascii_bin NOT NULL, -- wallet/default/1001
  kind       VARCHAR(16) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  tenant_id  VARCHAR(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  owner_id   VARCHAR(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  available  BIGINT NOT NULL,
  frozen     BIGINT NOT NULL,
  spent      BIGINT NOT NULL,
  owed       BIGINT NOT NULL,
  funded     BIGINT NOT NULL,
  suspended_by VARCHAR(200) CHARACTER SET ascii COLLATE ascii_bin, -- the key of what it stopped at
  last_seq   BIGINT NOT NULL,
  updated_at DATETIME(3) NOT NULL,
  PRIMARY KEY (account_id),
  KEY asset_account_suspended (suspended_by)
) ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4;

-- One row per movement of an account or a coupon: the log of points, the list of commissions, an
-- order's assets. ordering is the event's place in the journal. amount is never below zero: which way
-- it went, the event's type says. available and frozen are what they are afterwards; a coupon has none.
CREATE TABLE asset_entry (
  ordering    BIGINT UNSIGNED NOT NULL,
  entity_id   VARCHAR(160) CHARACTER SET ascii COLLATE ascii_bin NOT NULL, -- account or coupon
  seq         BIGINT NOT NULL,
  event_type  VARCHAR(40) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  kind        VARCHAR(16) CHARACTER SET ascii COLLATE ascii_bin NOT NULL, -- WALLET, POINTS, COMMISSION, COUPON
  tenant_id   VARCHAR(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  owner_id    VARCHAR(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  idem_key    VARCHAR(200) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  order_no    VARCHAR(64) CHARACTER SET ascii COLLATE ascii_bin,
  checkout_no INTEGER,
  amount      BIGINT NOT NULL,
  available   BIGINT,
  frozen      BIGINT,
  trace_id    VARCHAR(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  at          DATETIME(3) NOT NULL,
  PRIMARY KEY (ordering),
  KEY asset_entry_by_entity (entity_id, ordering),
  KEY asset_entry_by_order (order_no, ordering)
) ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4;

-- What is frozen or locked now. The lock reaper goes by held_at.
CREATE TABLE asset_hold (
  entity_id   VARCHAR(160) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  order_no    VARCHAR(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  checkout_no INTEGER NOT NULL,
  kind        VARCHAR(16) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  amount      BIGINT NOT NULL,
  held_at     DATETIME(3) NOT NULL,
  PRIMARY KEY (entity_id, order_no, checkout_no),
  KEY asset_hold_due (held_at, entity_id),
  KEY asset_hold_by_order (order_no)
) ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4;

-- ordering is the place in the journal of the event that issued it.
CREATE TABLE coupon_view (
  ordering       BIGINT UNSIGNED NOT NULL,
  tenant_id      VARCHAR(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  coupon_id      VARCHAR(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  user_id        VARCHAR(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  discount_minor BIGINT NOT NULL,
  expires_at     DATETIME(3),
  status         VARCHAR(16) CHARACTER SET ascii COLLATE ascii_bin NOT NULL, -- AVAILABLE, LOCKED, USED
  order_no       VARCHAR(64) CHARACTER SET ascii COLLATE ascii_bin,
  issued_at      DATETIME(3) NOT NULL,
  last_seq       BIGINT NOT NULL,
  PRIMARY KEY (tenant_id, coupon_id),
  KEY coupon_view_by_user (tenant_id, user_id, ordering)
) ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4;

-- Orders that are not paid yet and hold something, by when they have to be (projection "deadlines").
CREATE TABLE order_deadline (
  order_no VARCHAR(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  due_at   DATETIME(3) NOT NULL,
  PRIMARY KEY (order_no),
  KEY order_deadline_due (due_at, order_no)
) ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4;

-- What people are told. The id follows from the event and the channel, so a second one cannot be.
-- Within an order and a channel they go out by seq, the event's place in the order's life.
CREATE TABLE notification (
  id              CHAR(26) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  tenant_id       VARCHAR(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  user_id         VARCHAR(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL, -- whose order it is
  recipient_id    VARCHAR(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL, -- who is told: the user, or a store
  channel         VARCHAR(16) CHARACTER SET ascii COLLATE ascii_bin NOT NULL, -- SMS, PUSH, TECHNICIAN
  event_type      VARCHAR(40) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  event_id        CHAR(26) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  order_no        VARCHAR(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  store_id        VARCHAR(64) CHARACTER SET ascii COLLATE ascii_bin,
  seq             BIGINT NOT NULL,
  text            VARCHAR(500) NOT NULL,
  trace_id        VARCHAR(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  traceparent     VARCHAR(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  status          VARCHAR(16) CHARACTER SET ascii COLLATE ascii_bin NOT NULL, -- PENDING, SENT, DEAD, EXPIRED
  attempts        INTEGER NOT NULL,
  next_attempt_at DATETIME(3),
  last_error      VARCHAR(500),
  created_at      DATETIME(3) NOT NULL, -- when the event happened
  sent_at         DATETIME(3),
  PRIMARY KEY (id),
  KEY notification_due (status, channel, next_attempt_at, id),
  KEY notification_by_status (status, created_at, id),
  KEY notification_by_user (tenant_id, user_id, created_at, id),
  KEY notification_by_order (order_no, created_at, id)
) ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4;

-- Refunds that a provider has to carry out. The refund's id is the provider's outRefundNo.
CREATE TABLE refund_request (
  refund_id       VARCHAR(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  order_no        VARCHAR(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  payment_id      VARCHAR(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  amount_minor    BIGINT NOT NULL,
  trace_id        VARCHAR(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  traceparent     VARCHAR(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  status          VARCHAR(16) CHARACTER SET ascii COLLATE ascii_bin NOT NULL, -- PENDING, ACCEPTED, SUCCEEDED, FAILED
  attempts        INTEGER NOT NULL,
  next_attempt_at DATETIME(3), -- none when it is over
  last_error      VARCHAR(500),
  created_at      DATETIME(3) NOT NULL,
  updated_at      DATETIME(3) NOT NULL,
  PRIMARY KEY (refund_id),
  KEY refund_request_due (next_attempt_at, refund_id),
  KEY refund_request_by_order (order_no, created_at),
  KEY refund_request_by_status (status, updated_at)
) ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4;

-- Payments as their provider reported them, for the comparison with orders: one row per result. An order
-- that had nothing left to pay has one too, of payment "none" and amount 0.
CREATE TABLE payment_record (
  order_no     VARCHAR(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  payment_id   VARCHAR(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  result       VARCHAR(16) CHARACTER SET ascii COLLATE ascii_bin NOT NULL, -- SUCCESS, FAILED
  amount_minor BIGINT NOT NULL,
  taken        VARCHAR(16) CHARACTER SET ascii COLLATE ascii_bin NOT NULL, -- PAID, NOT_PAID, TOO_LATE, IGNORED
  at           DATETIME(3) NOT NULL,
  PRIMARY KEY (order_no, payment_id, result)
) ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4;

CREATE TABLE reconciliation (
  id          CHAR(26) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  cause       VARCHAR(16) CHARACTER SET ascii COLLATE ascii_bin NOT NULL, -- DAILY, CONSISTENCY, REQUESTED
  state       VARCHAR(16) CHARACTER SET ascii COLLATE ascii_bin NOT NULL, -- RUNNING, DONE, FAILED
  repair      BOOLEAN NOT NULL, -- or only to tell
  from_at     DATETIME(3) NOT NULL,
  to_at       DATETIME(3) NOT NULL,
  started_at  DATETIME(3) NOT NULL,
  ended_at    DATETIME(3),
  checked     BIGINT NOT NULL,
  to_check    BIGINT NOT NULL,
  differences BIGINT NOT NULL,
  repaired    BIGINT NOT NULL,
  detail      VARCHAR(500),
  PRIMARY KEY (id),
  KEY reconciliation_by_start (started_at, id),
  KEY reconciliation_by_cause (cause, started_at, id)
) ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4;

CREATE TABLE reconciliation_difference (
  reconciliation_id CHAR(26) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  no                INTEGER NOT NULL,
  kind              VARCHAR(40) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  subject           VARCHAR(200) CHARACTER SET ascii COLLATE ascii_bin NOT NULL, -- an order, an account
  expected          VARCHAR(500) NOT NULL,
  found             VARCHAR(500) NOT NULL,
  action            VARCHAR(16) CHARACTER SET ascii COLLATE ascii_bin NOT NULL, -- REPAIRED, ALERTED, FAILED, FOUND
  detail            VARCHAR(500),
  PRIMARY KEY (reconciliation_id, no)
) ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4;

-- What is kept for the record after thirty days (retention).
CREATE TABLE notification_archive LIKE notification;
