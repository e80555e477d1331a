package ordinal.bench.compare;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.StringReader;
import java.util.ArrayList;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Element;
import org.xml.sax.InputSource;

class PlotTest {

  private static final List<Figure> FIGURES =
      List.of(
          figure(1, "ordinal", "1 connection", 120),
          figure(2, "ordinal", "1 connection", 140),
          figure(1, "ordinal", "20 connections", 2400),
          figure(1, "a <peer> & \"others\"", "1 connection", 100),
          figure(1, "a <peer> & \"others\"", "20 connections", 1000),
          new Figure(1, "elsewhere", "creates", "1 connection", "orders/s", 9999));

  private static Figure figure(int round, String system, String at, double value) {
    return new Figure(round, system, "sustained", at, "orders/s", value);
  }

  @Test
  void itIsWellFormedWithOneSeriesPerSystem() throws Exception {
    var svg = new Plot("Orders & more", FIGURES, "sustained", "orders/s").svg();

    var root =
        DocumentBuilderFactory.newInstance()
            .newDocumentBuilder()
            .parse(new InputSource(new StringReader(svg)))
            .getDocumentElement();

    assertThat(root.getTagName()).isEqualTo("svg");
    assertThat(series(root)).containsExactly("ordinal", "a <peer> & \"others\"");
  }

  @Test
  void everyPointIsInsideThePlot() {
    var svg = new Plot("Orders", FIGURES, "sustained", "orders/s").svg();

    assertThat(svg).doesNotContain("NaN").doesNotContain("Infinity").contains(">2500<");
  }

  @Test
  void nothingMeasuredIsAnEmptyPlot() {
    assertThat(new Plot("Nothing", FIGURES, "arrival", "visible p99 ms").isEmpty()).isTrue();
  }

  private static List<String> series(Element root) {
    var groups = root.getElementsByTagName("g");
    var ids = new ArrayList<String>();
    for (int i = 0; i < groups.getLength(); i++) {
      var group = (Element) groups.item(i);
      if (group.getAttribute("class").equals("series")) ids.add(group.getAttribute("id"));
    }
    return ids;
  }
}
