package ordinal.app;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static java.util.Map.entry;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Who may know whom. A module that is missing here, or that learns of another, fails. */
class LayeringTest {

  /** A module, and the modules that it may use. */
  private static final Map<String, Set<String>> MAY_USE =
      Map.ofEntries(
          entry("kernel", Set.of()),
          entry("order", Set.of("kernel")),
          entry("inventory", Set.of("kernel")),
          entry("assets", Set.of("kernel")),
          entry("servers", Set.of("kernel")),
          entry("journal", Set.of()),
          entry("inbox", Set.of()),
          entry("projections", Set.of("kernel", "order", "inventory", "assets", "journal")),
          entry("bridge", Set.of("kernel", "order", "inventory", "inbox", "projections")),
          entry(
              "cash",
              Set.of("kernel", "order", "inventory", "assets", "inbox", "projections", "bridge")),
          entry(
              "http",
              Set.of("kernel", "order", "inventory", "assets", "projections", "bridge", "cash")),
          entry(
              "app",
              Set.of(
                  "kernel",
                  "order",
                  "inventory",
                  "assets",
                  "journal",
                  "inbox",
                  "cash",
                  "projections",
                  "bridge",
                  "servers",
                  "http")));

  private static final JavaClasses ORDINAL =
      new ClassFileImporter()
          .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
          .importPackages("ordinal");

  @TestFactory
  Stream<DynamicTest> everyModuleUsesOnlyWhatItMay() {
    return MAY_USE.entrySet().stream()
        .map(
            module ->
                dynamicTest(
                    module.getKey() + " uses only " + module.getValue(),
                    () ->
                        classes()
                            .that()
                            .resideInAPackage("ordinal." + module.getKey() + "..")
                            .should()
                            .onlyDependOnClassesThat(isOursOnlyIn(module.getKey()))
                            .check(ORDINAL)));
  }

  @Test
  void everyModuleIsInTheTable() {
    var modules = ORDINAL.stream().map(c -> moduleOf(c)).collect(Collectors.toSet());

    assertThat(modules).isEqualTo(MAY_USE.keySet());
  }

  @Test
  void orderAndApiKnowNoDatabaseAndNoKafka() {
    noClasses()
        .that()
        .resideInAnyPackage(
            "ordinal.kernel..",
            "ordinal.order..",
            "ordinal.inventory..",
            "ordinal.assets..",
            "ordinal.http..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            "java.sql..", "javax.sql..", "com.mysql..", "slick..", "org.apache.kafka..")
        .check(ORDINAL);
  }

  @Test
  void onlyTheApiKnowsHttp() {
    noClasses()
        .that()
        .resideInAnyPackage(
            "ordinal.kernel..",
            "ordinal.order..",
            "ordinal.inventory..",
            "ordinal.assets..",
            "ordinal.inbox..",
            "ordinal.cash..",
            "ordinal.bridge..",
            "ordinal.servers..",
            "ordinal.journal..",
            "ordinal.projections..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("org.apache.pekko.http..")
        .check(ORDINAL);
  }

  private static DescribedPredicate<JavaClass> isOursOnlyIn(String module) {
    return DescribedPredicate.describe(
        "are not Ordinal's, or of " + module + " or " + MAY_USE.get(module),
        used -> {
          if (!used.getPackageName().startsWith("ordinal.")) return true;
          var owner = moduleOf(used);
          return owner.equals(module) || MAY_USE.getOrDefault(module, Set.of()).contains(owner);
        });
  }

  /** ordinal.http.serving is of http. */
  private static String moduleOf(JavaClass type) {
    return type.getPackageName().replaceFirst("^ordinal\\.", "").replaceFirst("\\..*", "");
  }
}
