package ordinal.projections.holds;

/** Which pieces: those of a sku under an order's number. */
record HeldPieces(String skuId, String orderNo) {
  static HeldPieces of(Hold hold) {
    return new HeldPieces(hold.skuId(), hold.orderNo());
  }
}
