package ordinal.faults.checker;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.Arrays;
import java.util.List;
import ordinal.kernel.Ids;
import ordinal.order.OrderEvent;
import ordinal.order.OrderNumber;
import org.junit.jupiter.api.Test;

/** The checker knows the product from outside only, and knows all of it. */
class IndependenceTest {

  @Test
  void theCheckerUsesNothingOfTheProduct() {
    var checker =
        new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages("ordinal.faults.checker");

    classes()
        .should()
        .onlyDependOnClassesThat()
        .resideInAnyPackage(
            "ordinal.faults.checker",
            "java..",
            "org.apache.kafka.clients..",
            "org.apache.kafka.common..",
            "com.fasterxml.jackson..",
            "org.jspecify..")
        .check(checker);
    assertThat(checker).hasSizeGreaterThan(20);
  }

  @Test
  void bothWorkOutTheSameIds() {
    assertThat(DerivedIds.derive("a")).isEqualTo("EBZPP0MMKPPSA03C6GZ3VCRN00");
    assertThat(DerivedIds.derive("订单", "é")).isEqualTo("YE360XEY2415X2RVAG7T5C0JJC");
    assertThat(DerivedIds.ofEvent("Order|ORDX", 12)).isEqualTo(Ids.eventId("Order|ORDX", 12));
    assertThat(DerivedIds.ofOrder("default", "u", "r"))
        .isEqualTo(OrderNumber.of("default", "u", "r"));
  }

  /** A new event of the product fails here until the checker has learnt of it. */
  @Test
  void everyEventThatThereIsIsPlantedSomewhere() {
    var events =
        Arrays.stream(OrderEvent.class.getPermittedSubclasses()).map(Class::getSimpleName).toList();

    var planted =
        PlantedOrder.all().stream()
            .map(PlantedOrder::events)
            .flatMap(List::stream)
            .map(PlantedEvent::type)
            .distinct()
            .toList();

    assertThat(planted).containsExactlyInAnyOrderElementsOf(events);
  }
}
