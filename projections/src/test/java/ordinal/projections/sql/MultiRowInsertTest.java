package ordinal.projections.sql;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import ordinal.projections.TestJournal;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What goes into a statement as text comes out of the table as it was. */
class MultiRowInsertTest {

  static TestJournal journal;

  @BeforeAll
  static void start() {
    journal = TestJournal.create("multi_row_insert");
  }

  @AfterAll
  static void stop() {
    journal.close();
  }

  @BeforeEach
  void emptyTable() throws SQLException {
    journal.execute(
        "DROP TABLE IF EXISTS t",
        """
        CREATE TABLE t (id BIGINT PRIMARY KEY, words VARCHAR(2000), flag BOOLEAN, at DATETIME(3))
          DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin""");
  }

  private static MultiRowInsert insert() {
    return new MultiRowInsert("INSERT INTO t (id, words, flag, at) VALUES", "", 10);
  }

  private static int execute(String mode, MultiRowInsert insert) throws SQLException {
    try (var db = journal.dataSource().getConnection()) {
      Sql.execute(db, "SET SESSION sql_mode = '" + mode + "'");
      try {
        return insert.execute(db);
      } finally {
        Sql.execute(db, "SET SESSION sql_mode = DEFAULT");
      }
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "STRICT_TRANS_TABLES",
        "STRICT_TRANS_TABLES,NO_BACKSLASH_ESCAPES",
        "STRICT_TRANS_TABLES,ANSI_QUOTES,PIPES_AS_CONCAT"
      })
  void anyTextComesBackAsItWas(String mode) throws SQLException {
    long seed = System.nanoTime();
    var random = new Random(seed);
    var pieces =
        List.of(
            "'", "\"", "\\", "\\'", "''", "--", "#", "/*", "*/", ";", "?", "{", "}", "%", "\0",
            "\n", "\r", "\u001a", "ü", "中", "😀", "`", "X'", "0x", "NULL", "a", " ", "_", "(",
            "),(", "$");
    var texts = new ArrayList<String>();
    texts.add("");
    texts.add("'); DROP TABLE t; -- ");
    for (int i = 0; i < 300; i++) {
      var text = new StringBuilder();
      for (int n = random.nextInt(8); n >= 0; n--) {
        text.append(pieces.get(random.nextInt(pieces.size())));
      }
      texts.add(text.toString());
    }
    var insert = insert();
    for (int i = 0; i < texts.size(); i++) {
      insert.row().number(i).text(texts.get(i)).flag(true).time(Instant.EPOCH);
    }

    assertThat(execute(mode, insert)).isEqualTo(texts.size());

    var stored = journal.query("SELECT words FROM t ORDER BY id").stream().map(r -> r.get(0));
    assertThat(stored.toList()).as("seed " + seed).isEqualTo(texts);
  }

  @Test
  void numbersTimesAndNothing() throws SQLException {
    var insert = insert();
    insert.row().number(Long.MIN_VALUE).text(null).flag(false);
    insert.time(Instant.parse("2025-03-09T02:04:05.006789Z"));
    insert.row().number(Long.MAX_VALUE).text("plain").flag(true);
    insert.time(Instant.parse("2024-12-31T23:59:59.999Z"));

    execute("STRICT_TRANS_TABLES", insert);

    assertThat(journal.query("SELECT id, words, flag, CAST(at AS CHAR) FROM t ORDER BY id"))
        .containsExactly(
            java.util.Arrays.asList("-9223372036854775808", null, "0", "2025-03-09 02:04:05.006"),
            List.of("9223372036854775807", "plain", "1", "2024-12-31 23:59:59.999"));
  }

  @Test
  void noRowsNeedNoStatement() throws SQLException {
    assertThat(execute("STRICT_TRANS_TABLES", insert())).isZero();
  }

  @Test
  void textThatDoesNotFitFailsAndIsNotCut() throws SQLException {
    var insert = insert().row().number(1).text("x".repeat(2001)).flag(true).time(Instant.EPOCH);

    org.assertj.core.api.Assertions.assertThatThrownBy(() -> execute("STRICT_TRANS_TABLES", insert))
        .isInstanceOf(SQLException.class)
        .hasMessageContaining("words");
  }
}
