package ordinal.http.inventory;

import static ordinal.http.schema.Field.required;

import ordinal.http.schema.Field;
import ordinal.http.schema.IdSchema;
import ordinal.http.schema.IntegerSchema;
import ordinal.http.schema.ObjectSchema;
import ordinal.http.schema.Schema;

/** What the calls about stock take and answer. */
final class StockSchemas {

  static final String SKU_EXAMPLE = "tea-500g";

  private static final long MOST_ON_HAND = 1_000_000_000;
  private static final long MOST_PIECES = 999_999_999_999_999_999L;
  private static final Schema<Long> PIECES = new IntegerSchema(0, MOST_PIECES);

  static final Field<Long> ON_HAND =
      required(
          "onHand",
          new IntegerSchema(0, MOST_ON_HAND),
          "How many pieces there are to be had, beside those that are reserved.",
          500);
  static final ObjectSchema SET = ObjectSchema.of("SetStock", ON_HAND);

  static final ObjectSchema STOCK =
      ObjectSchema.of(
          "Stock",
          required("skuId", IdSchema.id(), "Of what.", SKU_EXAMPLE),
          required("onHand", PIECES, "How many are to be had.", 500),
          required("reserved", PIECES, "How many orders have reserved and not yet paid.", 20),
          required("sold", PIECES, "How many are paid.", 80));

  private StockSchemas() {}
}
