package ordinal.faults;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import ordinal.faults.Http.Answer;
import ordinal.faults.Http.Call;
import ordinal.faults.checker.Acknowledged;
import ordinal.faults.checker.AcknowledgedFile;
import org.jspecify.annotations.Nullable;

/** Writes down every answer that a caller may rely on, and every refusal that it did not earn. */
final class AcknowledgedLog implements AutoCloseable {

  private final BufferedWriter writer;

  AcknowledgedLog(Path file) throws IOException {
    writer = Files.newBufferedWriter(file);
  }

  void write(Call call, Answer answer, Story story) {
    if (!answer.isDone() && !isUnearned(call, answer)) return;
    var order = answer.data();
    boolean creates = call.request().equals(Acknowledged.CREATE);
    var line =
        AcknowledgedFile.line(
            new Acknowledged(
                call.request(),
                call.key(),
                call.storedKey(),
                answer.status(),
                answer.code(),
                answer.replayed(),
                order.path("orderNo").asText(orderOf(call)),
                order.path("version").asLong(),
                order.path("status").textValue(),
                totalMinor(answer),
                creates ? story.userId() : null,
                creates ? story.contents() : null));
    synchronized (writer) {
      try {
        writer.write(line);
        writer.newLine();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  /** Only what an order's state forbids, and what was asked for to be refused, may be refused. */
  private static boolean isUnearned(Call call, Answer answer) {
    boolean ofState = answer.status() == 409;
    boolean asPlanned = call.expectsReuse() && answer.status() == 422;
    return !ofState && !asPlanned;
  }

  private static @Nullable Long totalMinor(Answer answer) {
    var total = answer.data().path("totalAmount");
    return total.isNumber() ? total.decimalValue().movePointRight(2).longValueExact() : null;
  }

  /** Of /orders/NUMBER/cancel the number. */
  private static String orderOf(Call call) {
    var parts = call.path().split("/", -1);
    return parts.length > 2 ? parts[2] : call.key();
  }

  @Override
  public void close() throws IOException {
    synchronized (writer) {
      writer.close();
    }
  }
}
