package ordinal.projections.tail;

import static org.awaitility.Awaitility.await;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicReference;
import javax.sql.DataSource;
import ordinal.projections.TestJournal;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What the head makes of a look when something happens in its midst. */
class HeadTest {

  static TestJournal journal;

  @BeforeAll
  static void start() {
    journal = TestJournal.create("head");
  }

  @AfterAll
  static void stop() {
    journal.close();
  }

  /**
   * With a hole where there is none it would wait for its patience to end, which here it never
   * does.
   */
  @Test
  void aRowOfItsOwnThatFillsAGapWhileItLooksLeavesNoHole() throws Exception {
    journal.append("a", 1, TestJournal.created("a", "u"));
    var own = new OwnRows(TestJournal.serialization(), TestJournal.SLICES, 10, 1_000_000);
    var late = journal.dataSource().getConnection();
    late.setAutoCommit(false);
    TestJournal.append(late, "own", 1, TestJournal.created("own", "u"));
    journal.append("b", 1, TestJournal.created("b", "u"));
    var recent = new RecentRows(100, 1_000_000, 0);
    var database =
        onMark(
            () -> {
              late.commit();
              return own.add(OwnRowsTest.rows(2, 2));
            });

    try (var head = head(database, recent, own)) {
      head.start();
      await().atMost(TailUnderTest.LIMIT).until(() -> recent.head() == 3);
    } finally {
      late.close();
    }
  }

  private static Head head(DataSource database, RecentRows recent, OwnRows own) {
    var never = Duration.ofHours(1);
    var usual = TailUnderTest.polling(never);
    var patient =
        new TailSettings(
            usual.slices(),
            never,
            never,
            usual.pace(),
            usual.busyPace(),
            usual.lockWait(),
            usual.headPage(),
            usual.page(),
            usual.bufferRows(),
            usual.bufferBytes(),
            true);
    var reader = new JournalReader(database, TestJournal.serialization());
    return new Head(database, reader, new Fence(database, never), patient, recent, own, 1);
  }

  /**
   * The journal's database, where this happens once: before the head saves where it has come to.
   */
  private static DataSource onMark(Callable<Boolean> event) {
    var left = new AtomicReference<>(event);
    return intercepted(
        DataSource.class,
        journal.dataSource(),
        (name, made) ->
            made instanceof Connection connection
                ? intercepted(
                    Connection.class,
                    connection,
                    (called, result) -> {
                      if (String.valueOf(called).contains("journal_head")) {
                        var once = left.getAndSet(null);
                        if (once != null) once.call();
                      }
                      return result;
                    })
                : made);
  }

  private interface Behind {
    Object call(Object firstArgument, Object result) throws Exception;
  }

  private static <T> T intercepted(Class<T> type, T real, Behind behind) {
    return type.cast(
        Proxy.newProxyInstance(
            HeadTest.class.getClassLoader(),
            new Class<?>[] {type},
            (proxy, method, arguments) -> {
              try {
                var result = method.invoke(real, arguments);
                return behind.call(arguments == null ? "" : arguments[0], result);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            }));
  }
}
