package ordinal.projections.tail;

import java.time.Instant;
import ordinal.kernel.JsonMessage;
import org.apache.pekko.actor.typed.ActorSystem;
import org.apache.pekko.serialization.SerializationExtension;
import org.apache.pekko.serialization.Serializers;

/** Rows of the journal, made of events as they would be stored. */
public final class Rows {

  private Rows() {}

  public static JournalRow of(
      ActorSystem<?> system, String persistenceId, long sequenceNr, JsonMessage event) {
    var serialization = SerializationExtension.get(system.classicSystem());
    var serializer = serialization.findSerializerFor(event);
    var stored =
        new StoredEvent(
            serialization,
            serializer.identifier(),
            Serializers.manifestFor(serializer, event),
            serializer.toBinary(event));
    return new JournalRow(100 + sequenceNr, persistenceId, sequenceNr, 3, Instant.EPOCH, stored);
  }
}
