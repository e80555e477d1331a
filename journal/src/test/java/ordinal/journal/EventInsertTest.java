package ordinal.journal;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import org.apache.pekko.persistence.jdbc.journal.dao.JournalTables.JournalPekkoSerializationRow;
import org.junit.jupiter.api.Test;
import scala.Option;

/** What an event looks like in SQL. That it comes back as it was is tested on a whole node. */
class EventInsertTest {

  private static JournalPekkoSerializationRow row(String payload, Option<byte[]> meta) {
    return new JournalPekkoSerializationRow(
        0,
        false,
        "Order|1",
        7,
        "writer",
        99,
        "",
        payload.getBytes(UTF_8),
        31,
        "a.B$C",
        meta,
        meta.isEmpty() ? Option.empty() : Option.apply(32),
        meta.isEmpty() ? Option.empty() : Option.apply("m"));
  }

  private static String values(String payload) {
    var sql = new EventInsert(100, 1).add(row(payload, Option.empty())).sql();
    return sql.substring(sql.indexOf("VALUES ") + 7);
  }

  @Test
  void plainJsonStaysReadable() {
    assertThat(values("{\"a\":\"b c\"}"))
        .isEqualTo(
            "(0,'Order|1',7,'writer',99,'',_binary'{\"a\":\"b c\"}',31,'a.B$C',NULL,NULL,NULL)");
  }

  @Test
  void whatCouldEndALiteralGoesAsDigits() {
    assertThat(values("'")).contains(",X'27',").doesNotContain("_binary");
    assertThat(values("a\\")).contains(",X'615c',");
    assertThat(values("ü\n\0")).contains(",X'c3bc0a00',");
    assertThat(values("")).contains(",_binary'',");
  }

  @Test
  void rowsFollowEachOtherAndMetaIsAPartOfThem() {
    var insert = new EventInsert(100, 2);
    insert.add(row("{}", Option.apply("[]".getBytes(UTF_8)))).add(row("{}", Option.empty()));

    assertThat(insert.sql()).contains("_binary'[]',32,'m'),(0,'Order|1'");
  }
}
