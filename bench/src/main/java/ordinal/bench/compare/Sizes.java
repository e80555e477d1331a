package ordinal.bench.compare;

import java.sql.SQLException;

/**
 * How large what Ordinal stores and sends is: taken from its journal when it ran before, so that
 * the limits are those of equal rows.
 *
 * @param payload bytes of an event as it is stored
 * @param record bytes of an event as it is sent
 */
record Sizes(int payload, int record) {

  /** Of an order with two items, when Ordinal has not run in this comparison. */
  static final Sizes USUAL = new Sizes(400, 600);

  private static final String STORED =
      "SELECT AVG(LENGTH(event_payload)) FROM (SELECT event_payload FROM event_journal"
          + " WHERE NOT deleted ORDER BY ordering DESC LIMIT 1000) last_events";

  /** The message's envelope and the payload's own words, over what is stored. */
  private static final int ENVELOPE = 200;

  static Sizes of(Servers servers) {
    try (var connection = servers.connect(servers.jdbcUrl(Contender.ORDINAL.label()));
        var statement = connection.createStatement();
        var row = statement.executeQuery(STORED)) {
      int payload = row.next() ? row.getInt(1) : 0;
      return payload == 0 ? USUAL : new Sizes(payload, payload + ENVELOPE);
    } catch (SQLException e) {
      return USUAL; // There is no such database yet.
    }
  }
}
