package ordinal.order;

/** Where an order stands. {@link Order} has the table of how it gets from one to the other. */
public enum OrderStatus {
  CREATED(false),
  STOCK_RESERVED(false),
  STOCK_FAILED(true),
  WAIT_PAY(false),
  CANCELED(true),
  PAID(false),
  COMPLETED(false),
  REFUNDING(false),
  REFUNDED(true);

  private final boolean isFinal;

  OrderStatus(boolean isFinal) {
    this.isFinal = isFinal;
  }

  /**
   * Nothing a caller asks for moves it on; only money that arrives too late does, to give it back.
   */
  public boolean isFinal() {
    return isFinal;
  }
}
