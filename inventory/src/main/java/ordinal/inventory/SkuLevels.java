package ordinal.inventory;

import ordinal.kernel.JsonMessage;

/** How many pieces of a sku are where. Their sum changes only when somebody counts anew. */
public record SkuLevels(long onHand, long reserved, long sold) implements JsonMessage {}
