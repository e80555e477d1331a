package ordinal.journal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.apache.pekko.persistence.jdbc.journal.dao.JournalTables.JournalPekkoSerializationRow;
import org.junit.jupiter.api.Test;
import scala.Option;
import scala.Tuple2;
import scala.collection.immutable.Set;
import scala.collection.immutable.Set$;

class BatchingJournalDaoTest {

  static final Set<String> NO_TAGS = Set$.MODULE$.empty();

  static Tuple2<JournalPekkoSerializationRow, Set<String>> event(int bytes, Set<String> tags) {
    return Tuple2.apply(
        new JournalPekkoSerializationRow(
            0,
            false,
            "order|1",
            1,
            "writer",
            0,
            "",
            new byte[bytes],
            1,
            "manifest",
            Option.empty(),
            Option.empty(),
            Option.empty()),
        tags);
  }

  @Test
  void eventsGoIntoOneStatementUnlessTheyAreTaggedOrTooLarge() {
    int half = BatchingJournalDao.MOST_BYTES / 2;
    var plain = event(half, NO_TAGS);

    assertThat(BatchingJournalDao.fitsOneStatement(List.of(plain, plain))).isTrue();
    assertThat(BatchingJournalDao.fitsOneStatement(List.of(plain, plain, event(1, NO_TAGS))))
        .as("one byte too many")
        .isFalse();
    var tagged = NO_TAGS.$plus("tag");
    assertThat(BatchingJournalDao.fitsOneStatement(List.of(event(1, tagged)))).isFalse();
  }
}
