package ordinal.projections;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.io.File;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import ordinal.assets.AssetEvent;
import ordinal.inventory.InventoryEvent;
import ordinal.kernel.EventMeta;
import ordinal.kernel.TraceContext;
import ordinal.order.OrderEvent;
import ordinal.order.OrderEvent.Item;
import ordinal.order.OrderEvent.OrderCreated;
import ordinal.projections.tail.Page;
import ordinal.projections.tail.SliceRange;
import ordinal.projections.tail.TestPages;
import ordinal.servers.TestServers;
import org.apache.pekko.actor.ActorSystem;
import org.apache.pekko.serialization.Serialization;
import org.apache.pekko.serialization.SerializationExtension;
import org.apache.pekko.serialization.Serializers;
import org.awaitility.Awaitility;
import org.flywaydb.core.Flyway;

/**
 * A database of its own with our tables, and a journal that is written by plain SQL: events are
 * stored as the entities would store them, but a test says when, in which transaction, and how.
 */
public final class TestJournal implements AutoCloseable {

  public static final int SLICES = 16;

  /** As the program sets them (ordinal.app.Database). */
  private static final String URL_SETTINGS =
      "&rewriteBatchedStatements=true&cachePrepStmts=true&useLocalSessionState=true"
          + "&connectTimeout=3000&socketTimeout=8000&tcpKeepAlive=true"
          + "&connectionTimeZone=UTC&characterEncoding=UTF-8";

  private static final String INSERT =
      """
      INSERT INTO event_journal (persistence_id, sequence_number, writer, write_timestamp,
        adapter_manifest, event_ser_id, event_ser_manifest, event_payload)
      VALUES (?, ?, 'test', ?, '', ?, ?, ?)
      """;

  /** Writes and reads events; does nothing else, and ends with the JVM. */
  private static final class Json {
    static final Serialization FORMAT =
        SerializationExtension.get(
            ActorSystem.create(
                "test-json",
                ConfigFactory.parseString("pekko { daemonic = on, loglevel = OFF }")
                    .withFallback(ConfigFactory.parseFile(new File("../conf/serialization.conf")))
                    .withFallback(ConfigFactory.load())));
  }

  static {
    // The machine may be busy with other things; a condition that holds is still met at once.
    Awaitility.setDefaultTimeout(Duration.ofSeconds(30));
  }

  private final TestServers.Database database;
  private final String url;
  private final HikariDataSource dataSource;

  private TestJournal(TestServers.Database database) {
    this.database = database;
    this.url = database.jdbcUrl() + URL_SETTINGS;
    Flyway.configure()
        .dataSource(url, database.user(), database.password())
        .locations("filesystem:../conf/db/migration")
        .placeholders(Map.of("slices", Integer.toString(SLICES)))
        .load()
        .migrate();
    var pool = new HikariConfig();
    pool.setJdbcUrl(url);
    pool.setUsername(database.user());
    pool.setPassword(database.password());
    pool.setMaximumPoolSize(16);
    pool.setMinimumIdle(0);
    pool.setTransactionIsolation("TRANSACTION_READ_COMMITTED");
    this.dataSource = new HikariDataSource(pool);
  }

  /** An empty one, also when an earlier test used the name. */
  public static TestJournal create(String name) {
    return new TestJournal(TestServers.database(name));
  }

  /** On a database that the test has started itself. */
  public static TestJournal on(TestServers.Database database) {
    return new TestJournal(database);
  }

  /** In autocommit mode and READ COMMITTED, as the journal's own connections. */
  public HikariDataSource dataSource() {
    return dataSource;
  }

  public String jdbcUrl() {
    return url;
  }

  public static Serialization serialization() {
    return Json.FORMAT;
  }

  /** What the program runs with, on this database; further HOCON wins. */
  public Config config(String... hocon) {
    var known =
        """
ordinal { http.port = 0, management.port = 0, remote.port = 0 }
pekko-persistence-jdbc.shared-databases.ordinal.db {
  url = "%s", user = "%s", password = "%s", numThreads = 4, maxConnections = 4, minConnections = 1
}
pekko.loglevel = WARNING
"""
            .formatted(url, database.user(), database.password());
    return ConfigFactory.parseString(String.join("\n", hocon))
        .withFallback(ConfigFactory.parseString(known + TestCluster.QUICK_STOP))
        .withFallback(ConfigFactory.parseFile(new File("../conf/application.conf")))
        .withFallback(ConfigFactory.defaultReferenceUnresolved())
        .resolve();
  }

  // Writing.

  /** Stores an order's events, the first of them at this sequence number; their orderings. */
  public List<Long> append(String orderNo, long firstSequenceNr, OrderEvent... events)
      throws SQLException {
    try (var db = dataSource.getConnection()) {
      return append(db, orderNo, firstSequenceNr, events);
    }
  }

  /** The same in a transaction of the caller's. */
  public static List<Long> append(
      Connection db, String orderNo, long firstSequenceNr, OrderEvent... events)
      throws SQLException {
    var orderings = new ArrayList<Long>();
    try (var insert = db.prepareStatement(INSERT, Statement.RETURN_GENERATED_KEYS)) {
      long sequenceNr = firstSequenceNr;
      for (var event : events) {
        set(insert, orderNo, sequenceNr++, event);
        insert.executeUpdate();
        try (var keys = insert.getGeneratedKeys()) {
          keys.next();
          orderings.add(keys.getLong(1));
        }
      }
    }
    return orderings;
  }

  /** Stores the first event of many orders, a thousand at a time. */
  public void fill(int orders, IntFunction<OrderCreated> created) throws SQLException {
    try (var db = dataSource.getConnection();
        var insert = db.prepareStatement(INSERT)) {
      for (int i = 0; i < orders; i++) {
        var event = created.apply(i);
        set(insert, event.orderNo(), 1, event);
        insert.addBatch();
        if (i % 1000 == 999 || i == orders - 1) insert.executeBatch();
      }
    }
  }

  /** Stores one more event of many orders, the same for all but for its order. */
  public void fill(int orders, long sequenceNr, IntFunction<String> orderNo, OrderEvent event)
      throws SQLException {
    try (var db = dataSource.getConnection();
        var insert = db.prepareStatement(INSERT)) {
      for (int i = 0; i < orders; i++) {
        set(insert, orderNo.apply(i), sequenceNr, event);
        insert.addBatch();
        if (i % 1000 == 999 || i == orders - 1) insert.executeBatch();
      }
    }
  }

  /** Stores the first events of one account or coupon, a thousand at a time. */
  public void fill(String persistenceId, int events, IntFunction<AssetEvent> event)
      throws SQLException {
    try (var db = dataSource.getConnection();
        var insert = db.prepareStatement(INSERT)) {
      for (int i = 0; i < events; i++) {
        var one = event.apply(i);
        set(insert, persistenceId, i + 1, one, one.meta());
        insert.addBatch();
        if (i % 1000 == 999 || i == events - 1) insert.executeBatch();
      }
    }
  }

  /** Stores an event of the stock service; its ordering. */
  public long append(String persistenceId, long sequenceNr, InventoryEvent event)
      throws SQLException {
    return append(persistenceId, sequenceNr, event, event.meta());
  }

  /** Stores an event of an account or a coupon; its ordering. */
  public long append(String persistenceId, long sequenceNr, AssetEvent event) throws SQLException {
    return append(persistenceId, sequenceNr, event, event.meta());
  }

  private long append(String persistenceId, long sequenceNr, Object event, EventMeta meta)
      throws SQLException {
    try (var db = dataSource.getConnection();
        var insert = db.prepareStatement(INSERT, Statement.RETURN_GENERATED_KEYS)) {
      set(insert, persistenceId, sequenceNr, event, meta);
      insert.executeUpdate();
      try (var keys = insert.getGeneratedKeys()) {
        keys.next();
        return keys.getLong(1);
      }
    }
  }

  private static void set(
      PreparedStatement insert, String orderNo, long sequenceNr, OrderEvent event)
      throws SQLException {
    set(insert, "Order|" + orderNo, sequenceNr, event, event.meta());
  }

  private static void set(
      PreparedStatement insert, String persistenceId, long sequenceNr, Object event, EventMeta meta)
      throws SQLException {
    var serializer = serialization().findSerializerFor(event);
    insert.setString(1, persistenceId);
    insert.setLong(2, sequenceNr);
    insert.setLong(3, meta.at().toEpochMilli());
    insert.setInt(4, serializer.identifier());
    insert.setString(5, Serializers.manifestFor(serializer, event));
    insert.setBytes(6, serializer.toBinary(event));
  }

  // Reading.

  /** The next events of these slices, as many as there are up to the limit. */
  public Page page(SliceRange range, long after, int limit) throws SQLException {
    try (var db = dataSource.getConnection()) {
      return TestPages.next(db, serialization(), range, after, limit);
    }
  }

  public String journalId() throws SQLException {
    return query("SELECT value FROM fixed_setting WHERE name = 'journal-id'").get(0).get(0);
  }

  /** The rows of a query, each as its columns' texts. */
  public List<List<String>> query(String sql) throws SQLException {
    try (var db = dataSource.getConnection();
        var statement = db.createStatement();
        var rows = statement.executeQuery(sql)) {
      var result = new ArrayList<List<String>>();
      while (rows.next()) {
        var row = new ArrayList<String>();
        for (int i = 1; i <= rows.getMetaData().getColumnCount(); i++) row.add(rows.getString(i));
        result.add(row);
      }
      return result;
    }
  }

  public long number(String sql) throws SQLException {
    return Long.parseLong(query(sql).get(0).get(0));
  }

  public void execute(String... statements) throws SQLException {
    try (var db = dataSource.getConnection();
        var statement = db.createStatement()) {
      for (var sql : statements) statement.execute(sql);
    }
  }

  // Events to store.

  public static EventMeta meta(String at) {
    var trace =
        new TraceContext("trace-1", "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01");
    return new EventMeta(Instant.parse(at), trace, null, null);
  }

  public static OrderCreated created(String orderNo, String userId) {
    return new OrderCreated(
        meta("2025-01-01T12:00:00.123Z"),
        orderNo,
        "default",
        userId,
        "req-" + orderNo,
        null,
        List.of(new Item("socks", 2, 499), new Item("tape", 1, 2)),
        "CNY",
        1000);
  }

  @Override
  public void close() {
    dataSource.close();
  }
}
