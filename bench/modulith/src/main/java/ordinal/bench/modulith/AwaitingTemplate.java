package ordinal.bench.modulith;

import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import ordinal.bench.peer.EventProducer;
import ordinal.bench.peer.PeerSettings;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.springframework.kafka.core.DefaultKafkaProducerFactory;
import org.springframework.kafka.core.KafkaTemplate;
import org.springframework.kafka.support.SendResult;
import org.springframework.kafka.support.SimpleKafkaHeaderMapper;
import org.springframework.kafka.support.converter.MessagingMessageConverter;
import org.springframework.messaging.Message;

/**
 * Sends messages of bytes with headers of bytes, and waits for the answer before it returns.
 *
 * <p>The thread that externalizes waits for its record in any case: that is how Spring runs an
 * asynchronous method that returns a future. But Modulith marks a publication as completed, a
 * transaction, on whatever thread completes that future, and that is the producer's only one. Here
 * the future is complete when Modulith gets it, so each waiting thread marks its own.
 */
final class AwaitingTemplate extends KafkaTemplate<Object, Object> {

  private static final int LINGER_MILLIS = 1;

  AwaitingTemplate(PeerSettings settings) {
    super(producers(settings));
    var converter = new MessagingMessageConverter();
    converter.setHeaderMapper(
        new SimpleKafkaHeaderMapper(EventProducer.TRACE_HEADER, EventProducer.TIME_HEADER));
    setMessageConverter(converter);
  }

  @SuppressWarnings({"unchecked", "rawtypes"}) // Keys are texts and values are bytes.
  private static DefaultKafkaProducerFactory<Object, Object> producers(PeerSettings settings) {
    Map<String, Object> usual = EventProducer.settings(settings.bootstrap(), LINGER_MILLIS);
    return new DefaultKafkaProducerFactory(
        usual, new StringSerializer(), new ByteArraySerializer());
  }

  @Override
  public CompletableFuture<SendResult<Object, Object>> send(Message<?> message) {
    var sending = super.send(message);
    try {
      sending.join();
    } catch (CompletionException e) {
      // Whoever asks the future sees it.
    }
    return sending;
  }
}
