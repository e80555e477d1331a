package ordinal.projections.tail;

import static org.awaitility.Awaitility.await;

import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.sql.DataSource;
import ordinal.projections.TestJournal;
import org.apache.pekko.actor.testkit.typed.javadsl.ActorTestKit;
import org.apache.pekko.stream.KillSwitches;
import org.apache.pekko.stream.UniqueKillSwitch;
import org.apache.pekko.stream.javadsl.Keep;
import org.apache.pekko.stream.javadsl.Sink;

/** A tail with one reader of all slices, and what that reader was given. */
final class TailUnderTest implements AutoCloseable {

  static final Duration LIMIT = Duration.ofSeconds(20);

  final JournalTail tail;
  final List<Page> pages = new CopyOnWriteArrayList<>();
  final UniqueKillSwitch reading;

  private TailUnderTest(JournalTail tail, ActorTestKit actors, long after) {
    this.tail = tail;
    this.reading =
        tail.pages(SliceRange.all(TestJournal.SLICES), after)
            .viaMat(KillSwitches.single(), Keep.right())
            .to(Sink.foreach(pages::add))
            .run(actors.system());
  }

  static TailUnderTest start(ActorTestKit actors, DataSource database, TailSettings settings)
      throws SQLException {
    var tail = JournalTail.polling(actors.system(), database, settings);
    return new TailUnderTest(tail, actors, 0);
  }

  /** Reads everything; closed with the tail. */
  static TailUnderTest of(JournalTail tail, ActorTestKit actors) {
    return new TailUnderTest(tail, actors, 0);
  }

  /** Nobody wakes it, since the tests write by plain SQL, so it looks often. */
  static TailSettings settings() {
    return polling(Duration.ofMillis(10));
  }

  static TailSettings polling(Duration poll) {
    return new TailSettings(
        TestJournal.SLICES,
        Duration.ofMillis(20),
        poll,
        Duration.ofMillis(1),
        Duration.ofMillis(1),
        Duration.ofSeconds(1),
        1000,
        500,
        20_000,
        32 << 20,
        true);
  }

  static TailSettings unfenced() {
    var s = settings();
    return new TailSettings(
        s.slices(),
        s.patience(),
        s.poll(),
        s.pace(),
        s.busyPace(),
        s.lockWait(),
        s.headPage(),
        s.page(),
        s.bufferRows(),
        s.bufferBytes(),
        false);
  }

  static TailSettings remembering(int rows, int page) {
    var s = settings();
    return new TailSettings(
        s.slices(),
        s.patience(),
        s.poll(),
        s.pace(),
        s.busyPace(),
        s.lockWait(),
        7,
        page,
        rows,
        s.bufferBytes(),
        true);
  }

  /** The entities of all events so far, in the order in which they were handed over. */
  List<String> seen() {
    var seen = new ArrayList<String>();
    for (var page : pages) {
      for (var row : page.rows()) seen.add(row.entityId());
    }
    return seen;
  }

  List<JournalRow> rows() {
    return pages.stream().flatMap(page -> page.rows().stream()).toList();
  }

  List<Long> orderings() {
    var seen = new ArrayList<Long>();
    for (var page : pages) {
      for (var row : page.rows()) seen.add(row.ordering());
    }
    return seen;
  }

  void awaitSeen(String... entities) {
    await()
        .atMost(LIMIT)
        .untilAsserted(
            () -> org.assertj.core.api.Assertions.assertThat(seen()).containsExactly(entities));
  }

  void awaitCount(int events) {
    await().atMost(LIMIT).until(() -> orderings().size() >= events);
  }

  @Override
  public void close() {
    reading.shutdown();
    tail.close();
  }
}
