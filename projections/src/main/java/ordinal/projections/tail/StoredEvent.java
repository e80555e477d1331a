package ordinal.projections.tail;

import org.apache.pekko.serialization.Serialization;
import org.jspecify.annotations.Nullable;

/** An event's bytes and how to read them; read at most once, when the first one asks. */
final class StoredEvent {

  private final Serialization serialization;
  private final int serializerId;
  private final String manifest;
  private final byte[] payload;
  private volatile @Nullable Object event;

  StoredEvent(Serialization serialization, int serializerId, String manifest, byte[] payload) {
    this(serialization, serializerId, manifest, payload, null);
  }

  /** When what the bytes say is known already, or null. */
  StoredEvent(
      Serialization serialization,
      int serializerId,
      String manifest,
      byte[] payload,
      @Nullable Object event) {
    this.serialization = serialization;
    this.serializerId = serializerId;
    this.manifest = manifest;
    this.payload = payload;
    this.event = event;
  }

  /** Two readers at once may both read it; they get equal events. */
  Object read() {
    var known = event;
    if (known != null) return known;
    try {
      var read = serialization.deserialize(payload, serializerId, manifest).get();
      event = read;
      return read;
    } catch (Exception e) {
      throw new UnreadableEvent("cannot be read as " + manifest, e);
    }
  }

  int bytes() {
    return payload.length;
  }
}
