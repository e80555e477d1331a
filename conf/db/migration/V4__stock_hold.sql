-- Pieces that a flash sale holds for an order that is about to be made. A row is gone when they went back
-- or were sold, or when it is known that the order is there. What is past its time is looked at: see
-- ordinal.projections.holds.
CREATE TABLE stock_hold (
  order_no   VARCHAR(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  sku_id     VARCHAR(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  quantity   BIGINT UNSIGNED NOT NULL,
  held_until DATETIME(3) NOT NULL,
  PRIMARY KEY (order_no, sku_id),
  KEY stock_hold_due (held_until, order_no, sku_id)
) ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4;
