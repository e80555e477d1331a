package ordinal.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import ordinal.cash.reconciliation.DifferenceKind;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** The runbook: a section for every alert, and commands that can be given as they stand. */
class RunbookTest {

  private static final Pattern ALERT = Pattern.compile("^\\s*- alert: (\\w+)$", Pattern.MULTILINE);
  private static final Pattern BLOCK = Pattern.compile("```\\n(.*?)```", Pattern.DOTALL);
  private static final Pattern INLINE = Pattern.compile("`(ordinal [^`]+)`");

  private static String text() throws IOException {
    return Files.readString(Path.of("..", "docs", "RUNBOOK.md"));
  }

  private static List<String> alerts() throws IOException {
    return ALERT
        .matcher(Files.readString(Path.of("..", "conf", "alerts.yml")))
        .results()
        .map(found -> found.group(1))
        .toList();
  }

  /** By their headings. */
  private static Map<String, String> sections() throws IOException {
    var sections = new LinkedHashMap<String, String>();
    for (var part : text().split("(?m)^### ", -1)) {
      int end = part.indexOf('\n');
      sections.put(part.substring(0, end).strip(), part.substring(end));
    }
    sections.remove(sections.keySet().iterator().next()); // What is before the first one.
    return sections;
  }

  @Test
  void everyAlertHasASectionAndEverySectionAnAlert() throws IOException {
    assertThat(new TreeSet<>(sections().keySet())).isEqualTo(new TreeSet<>(alerts()));
    assertThat(sections()).hasSameSizeAs(alerts());
  }

  @TestFactory
  Stream<DynamicTest> everySectionSaysWhatItMeansWhatToLookAtAndWhatToDo() throws IOException {
    return sections().entrySet().stream()
        .map(
            section ->
                dynamicTest(
                    section.getKey(),
                    () ->
                        assertThat(section.getValue())
                            .containsSubsequence("**Means.** ", "**Look at.** ", "**Do.** ")));
  }

  /** Lines of blocks, and what stands in a sentence. */
  private static List<String> commands() throws IOException {
    var commands = new ArrayList<String>();
    BLOCK
        .matcher(text())
        .results()
        .flatMap(block -> block.group(1).lines())
        .filter(line -> line.startsWith("ordinal "))
        .forEach(commands::add);
    INLINE.matcher(text()).results().map(found -> found.group(1)).forEach(commands::add);
    return commands;
  }

  @TestFactory
  Stream<DynamicTest> everyCommandCanBeGivenAsItStands() throws IOException {
    assertThat(commands()).hasSizeGreaterThan(30);
    return commands().stream()
        .distinct()
        .map(command -> dynamicTest(command, () -> parse(command)));
  }

  private static void parse(String command) {
    // As a shell does: a variable in quotes is one word.
    var words =
        Stream.of(command.split(" ", -1))
            .map(word -> word.startsWith("\"$") ? "ID" : word)
            .collect(Collectors.toList());
    words.remove(0);

    Main.commandLine().parseArgs(words.toArray(String[]::new));
  }

  @Test
  void everyKindOfDifferenceIsExplained() throws IOException {
    var section = sections().getOrDefault("OrdinalReconciliationDifferences", "");
    for (var kind : DifferenceKind.values()) assertThat(section).contains("`" + kind + "`");
  }

  @Test
  void everyActionOfAnAlertIsACommandThatExists() throws IOException {
    var commands = Main.commandLine().getSubcommands().keySet();
    var named =
        Pattern.compile("\\bordinal ([a-z]+)\\b")
            .matcher(Files.readString(Path.of("..", "conf", "alerts.yml")))
            .results()
            .map(found -> found.group(1))
            .collect(Collectors.toSet());

    assertThat(commands).containsAll(named);
  }
}
