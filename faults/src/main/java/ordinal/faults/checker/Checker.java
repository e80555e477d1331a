package ordinal.faults.checker;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Compares what was acknowledged, the journal, the committed records on Kafka and the views, and
 * names every difference.
 *
 * <p>To be run when the system is at rest: what is still on its way counts as lost. Everything is
 * held in memory, about 3 kB per event.
 */
public final class Checker {

  private Checker() {}

  /** Throws a {@link CheckFailure} when something cannot be read. */
  public static Report check(Sources sources) {
    var findings = new Findings();
    var figures = new HashMap<Report.Figure, Long>();
    var acknowledged = sources.acknowledged();
    List<Acknowledged> answers =
        acknowledged == null ? List.of() : AcknowledgedFile.read(acknowledged);
    try (var database =
        DatabaseReader.connect(sources.jdbcUrl(), sources.user(), sources.password())) {
      var journal = database.journal();
      JournalCheck.run(journal, findings);
      AcknowledgedCheck.run(answers, journal, findings);
      figures.put(Report.Figure.ANSWERS, (long) answers.size());
      figures.put(
          Report.Figure.ORDERS_ACKNOWLEDGED,
          answers.stream()
              .filter(Acknowledged::isDone)
              .map(Acknowledged::orderNo)
              .distinct()
              .count());
      figures.put(Report.Figure.EVENTS, journal.events());
      figures.put(Report.Figure.MARKERS, (long) journal.markers().size());
      if (sources.parts().contains(Part.VIEWS)) views(database, journal, findings, figures);
      if (sources.parts().contains(Part.KAFKA)) {
        kafka(sources, database, journal, findings, figures);
      }
    }
    return new Report(figures, findings.counts(), findings.kept());
  }

  private static void views(
      DatabaseReader database,
      Journal journal,
      Findings findings,
      Map<Report.Figure, Long> figures) {
    ExpectedViews.of(journal)
        .forEach(
            (view, expected) -> {
              var actual = database.table(view);
              ViewCheck.run(view, expected, actual, findings);
              figures.merge(Report.Figure.VIEW_ROWS, (long) actual.size(), Long::sum);
            });
  }

  private static void kafka(
      Sources sources,
      DatabaseReader database,
      Journal journal,
      Findings findings,
      Map<Report.Figure, Long> figures) {
    var records =
        TopicReader.read(String.valueOf(sources.bootstrap()), sources.topic(), journal.id());
    figures.put(Report.Figure.RECORDS, (long) records.size());
    var places = TopicCheck.run(records, journal, findings);
    if (sources.parts().contains(Part.DELIVERIES)) {
      var actual = database.table(View.DELIVERIES);
      var expected = ExpectedViews.deliveries(sources.topic(), places);
      ViewCheck.run(View.DELIVERIES, expected, actual, findings);
      figures.put(Report.Figure.DELIVERIES, (long) actual.size());
    }
  }
}
