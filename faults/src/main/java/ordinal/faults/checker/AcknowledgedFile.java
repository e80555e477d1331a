package ordinal.faults.checker;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A file of {@link Acknowledged} answers, one JSON object per line. */
public final class AcknowledgedFile {

  private static final ObjectMapper JSON = new ObjectMapper();

  private AcknowledgedFile() {}

  public static String line(Acknowledged answer) {
    try {
      return JSON.writeValueAsString(answer);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }

  static List<Acknowledged> read(Path file) {
    try (var lines = Files.newBufferedReader(file)) {
      var answers = new ArrayList<Acknowledged>();
      for (var line = lines.readLine(); line != null; line = lines.readLine()) {
        if (line.isBlank()) continue;
        answers.add(parse(file, answers.size() + 1, line));
      }
      return answers;
    } catch (IOException e) {
      throw new CheckFailure("cannot read " + file + ": " + e, e);
    }
  }

  private static Acknowledged parse(Path file, int number, String line) {
    try {
      return JSON.readValue(line, Acknowledged.class);
    } catch (JsonProcessingException e) {
      throw new CheckFailure(
          "%s, answer %d is not readable: %s".formatted(file, number, e.getOriginalMessage()), e);
    }
  }
}
