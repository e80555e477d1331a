package ordinal.faults.checker;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import ordinal.servers.TestServers;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.serialization.StringSerializer;
import org.flywaydb.core.Flyway;

/**
 * A small world in which everything agrees, on a real MariaDB and a real Kafka, written with plain
 * SQL and a plain producer; then a test spoils one thing in it.
 */
final class PlantedWorld implements AutoCloseable {

  /** A record that is to be sent. */
  record Message(PlantedEvent event, String key, Integer partition, String body) {
    static Message of(PlantedEvent event) {
      return new Message(event, event.orderNo(), null, event.body());
    }

    Message with(String old, String now) {
      if (!body.contains(old)) throw new IllegalArgumentException("no " + old + " in " + body);
      return new Message(event, key, partition, body.replace(old, now));
    }
  }

  private static final AtomicInteger NUMBER = new AtomicInteger();
  private static final TestServers.Database DATABASE = migrated();

  final List<PlantedOrder> orders = PlantedOrder.all();
  final List<Acknowledged> answers = new ArrayList<>();
  final String topic = "order-events-" + NUMBER.incrementAndGet();
  private final Connection database;
  private final Path folder;
  private final Map<PlantedEvent, Long> orderings = new HashMap<>();
  private long markerAt;

  private PlantedWorld(Path folder) throws SQLException {
    this.folder = folder;
    database =
        DriverManager.getConnection(DATABASE.jdbcUrl(), DATABASE.user(), DATABASE.password());
  }

  private static TestServers.Database migrated() {
    var made = TestServers.database("faults");
    Flyway.configure()
        .dataSource(made.jdbcUrl(), made.user(), made.password())
        .placeholders(Map.of("slices", "16"))
        .load()
        .migrate();
    return made;
  }

  static PlantedWorld make(Path folder) throws Exception {
    return make(folder, messages -> messages);
  }

  /** With the records on Kafka spoiled. */
  static PlantedWorld make(Path folder, UnaryOperator<List<Message>> spoil) throws Exception {
    var world = new PlantedWorld(folder);
    world.clear();
    world.database.setAutoCommit(false); // One trip to the disk, not a hundred.
    world.writeJournal();
    world.writeViews();
    world.send(spoil.apply(new ArrayList<>(world.inOrder().map(Message::of).toList())));
    world.database.setAutoCommit(true);
    world.acknowledge();
    return world;
  }

  private void clear() throws SQLException {
    execute("TRUNCATE event_journal"); // Its numbers begin at 1 again.
    execute("DELETE FROM event_delivery");
    clearViews();
  }

  private void clearViews() throws SQLException {
    for (var table : List.of("order_view", "order_item_view", "order_state_flow")) {
      execute("DELETE FROM " + table);
    }
  }

  void rewriteViews() throws SQLException {
    clearViews();
    writeViews();
  }

  /** The orders take turns, as they do in life. */
  private Stream<PlantedEvent> inOrder() {
    int longest = orders.stream().mapToInt(o -> o.events().size()).max().orElse(0);
    var all = new ArrayList<PlantedEvent>();
    for (int i = 0; i < longest; i++) {
      for (var order : orders) {
        if (i < order.events().size()) all.add(order.events().get(i));
      }
    }
    return all.stream();
  }

  private void writeJournal() throws SQLException {
    int written = 0;
    for (var event : inOrder().toList()) {
      if (++written == 4) writeMarker();
      orderings.put(event, writeEvent(event));
    }
    execute("REPLACE INTO journal_head SELECT 1, MAX(ordering), 1 FROM event_journal");
  }

  private long writeEvent(PlantedEvent event) throws SQLException {
    var sql =
        """
        INSERT INTO event_journal (persistence_id, sequence_number, deleted, writer,
          write_timestamp, adapter_manifest, event_ser_id, event_ser_manifest, event_payload)
        VALUES (?, ?, FALSE, 'w', 0, '', 33, ?, ?)""";
    try (var insert = database.prepareStatement(sql, new String[] {"ordering"})) {
      insert.setString(1, event.persistenceId());
      insert.setLong(2, event.sequenceNr());
      insert.setString(3, "ordinal.order.OrderEvent$" + event.type());
      insert.setBytes(4, event.json().getBytes(StandardCharsets.UTF_8));
      insert.executeUpdate();
      try (var keys = insert.getGeneratedKeys()) {
        keys.next();
        return keys.getLong(1);
      }
    }
  }

  private void writeMarker() throws SQLException {
    markerAt = 4;
    execute(
        "INSERT INTO event_journal VALUES ("
            + markerAt
            + ", '~hole', "
            + markerAt
            + ", DEFAULT, TRUE, '', 0, '', 0, '', '', NULL, NULL, NULL)");
  }

  private void writeViews() throws SQLException {
    for (var order : orders) {
      long id = id(order);
      execute(
          "INSERT INTO order_view VALUES (?, ?, 'default', ?, NULL, ?, ?, ?, 'CNY', 1000, ?, ?, ?)",
          id,
          order.orderNo(),
          "u-" + order.request(),
          order.last().to(),
          order.statusReason(),
          order.refundFrom(),
          order.event(1).atInTables(),
          order.last().atInTables(),
          order.events().size());
      execute("INSERT INTO order_item_view VALUES (?, 1, 'socks', 2, 499)", id);
      execute("INSERT INTO order_item_view VALUES (?, 2, 'tape', 1, 2)", id);
      String from = null;
      for (var event : order.events()) {
        execute(
            "INSERT INTO order_state_flow VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            id,
            event.sequenceNr(),
            event.type(),
            from,
            event.to(),
            event.isIgnored(),
            PlantedOrder.reasonOf(event),
            event.traceId(),
            orderings.get(event),
            event.atInTables());
        from = event.to();
      }
    }
  }

  /** In one transaction, behind one that was given up: nobody may see what that one sent. */
  private void send(List<Message> messages) throws Exception {
    Map<String, Object> settings = new HashMap<>();
    settings.put("bootstrap.servers", TestServers.kafka().bootstrapServers());
    settings.put("transactional.id", topic);
    try (var admin = Admin.create(settings);
        var producer =
            new KafkaProducer<>(settings, new StringSerializer(), new StringSerializer())) {
      admin.createTopics(List.of(new NewTopic(topic, 3, (short) 1))).all().get();
      producer.initTransactions();
      producer.beginTransaction();
      for (var message : messages) producer.send(record(message));
      producer.flush();
      producer.abortTransaction();
      producer.beginTransaction();
      var places = new ArrayList<Future<RecordMetadata>>();
      for (var message : messages) places.add(producer.send(record(message)));
      producer.commitTransaction();
      for (int i = 0; i < messages.size(); i++) {
        deliver(messages.get(i).event(), places.get(i).get());
      }
    }
  }

  /** Of a double the first one counts. */
  private void deliver(PlantedEvent event, RecordMetadata place) throws SQLException {
    execute(
        "INSERT IGNORE INTO event_delivery VALUES (?, ?, ?, ?, NOW(3))",
        orderings.get(event),
        topic,
        place.partition(),
        place.offset());
  }

  private ProducerRecord<String, String> record(Message message) {
    var record = new ProducerRecord<>(topic, message.partition(), message.key(), message.body());
    var event = message.event();
    record.headers().add("ce_id", bytes(event.eventId()));
    record.headers().add("X-Trace-Id", bytes(event.traceId()));
    record.headers().add("ordinal-ordering", bytes(String.valueOf(orderings.get(event))));
    return record;
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private void acknowledge() {
    for (var order : orders) {
      for (var event : order.events()) answers.add(answer(order, event));
    }
  }

  static Acknowledged answer(PlantedOrder order, PlantedEvent event) {
    boolean creates = event.sequenceNr() == 1;
    return new Acknowledged(
        creates ? Acknowledged.CREATE : "something",
        creates ? order.request() : event.requestKey(),
        creates ? null : event.requestKey(),
        creates ? 201 : 200,
        "00000",
        false,
        order.orderNo(),
        event.sequenceNr(),
        event.to(),
        1000L,
        "u-" + order.request(),
        creates ? "socks:2:499,tape:1:2" : null);
  }

  Report check() throws IOException {
    return check(EnumSet.allOf(Part.class));
  }

  Report check(EnumSet<Part> parts) throws IOException {
    return Checker.check(sources(parts));
  }

  Sources sources(EnumSet<Part> parts) throws IOException {
    var file = folder.resolve("acknowledged.jsonl");
    Files.write(file, answers.stream().map(AcknowledgedFile::line).toList());
    return new Sources(
        DATABASE.jdbcUrl(),
        DATABASE.user(),
        DATABASE.password(),
        TestServers.kafka().bootstrapServers(),
        topic,
        file,
        parts);
  }

  long id(PlantedOrder order) {
    return orderings.get(order.event(1));
  }

  long ordering(PlantedEvent event) {
    return orderings.get(event);
  }

  int execute(String sql, Object... values) throws SQLException {
    try (var statement = database.prepareStatement(sql)) {
      for (int i = 0; i < values.length; i++) statement.setObject(i + 1, values[i]);
      return statement.executeUpdate();
    }
  }

  @Override
  public void close() throws SQLException {
    database.close();
  }
}
