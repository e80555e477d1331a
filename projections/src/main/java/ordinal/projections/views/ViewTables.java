package ordinal.projections.views;

/** The names of the three tables of the view: of the live one, or of one that is being built. */
public record ViewTables(String orders, String items, String flow) {

  public static final ViewTables LIVE = named("");

  /** Built beside the live ones, then put in their place. */
  public static final ViewTables NEXT = named("_next");

  /** What was live until the switch. */
  public static final ViewTables OLD = named("_old");

  private static ViewTables named(String suffix) {
    return new ViewTables(
        "order_view" + suffix, "order_item_view" + suffix, "order_state_flow" + suffix);
  }
}
