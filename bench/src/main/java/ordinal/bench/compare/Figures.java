package ordinal.bench.compare;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;

/** Collects figures, and writes each to a file as soon as it is there: a run may be cut short. */
final class Figures {

  private static final ObjectMapper JSON = new ObjectMapper();

  private final Path file;
  private final List<Figure> all = new ArrayList<>();

  Figures(Path file) throws IOException {
    this.file = file;
    Files.writeString(file, "");
  }

  void add(Figure figure) throws IOException {
    all.add(figure);
    Files.writeString(file, JSON.writeValueAsString(figure) + "\n", StandardOpenOption.APPEND);
  }

  List<Figure> all() {
    return List.copyOf(all);
  }
}
