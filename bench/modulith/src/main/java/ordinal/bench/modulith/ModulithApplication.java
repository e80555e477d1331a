package ordinal.bench.modulith;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.zaxxer.hikari.HikariDataSource;
import java.util.concurrent.ThreadPoolExecutor;
import ordinal.bench.peer.EventProducer;
import ordinal.bench.peer.PeerPool;
import ordinal.bench.peer.PeerSettings;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.messaging.Message;
import org.springframework.messaging.support.MessageBuilder;
import org.springframework.modulith.events.EventExternalizationConfiguration;
import org.springframework.modulith.events.RoutingTarget;
import org.springframework.scheduling.annotation.EnableScheduling;
import tools.jackson.databind.json.JsonMapper;

/** The beans that Spring Boot and Modulith find: a pool, threads, a producer, and where to send. */
@Configuration(proxyBeanMethods = false)
@EnableAutoConfiguration
@EnableScheduling // For Modulith's monitor of publications that nobody completed.
class ModulithApplication {

  /** Threads that externalize: each waits for Kafka and has a connection before and after. */
  private static final int SENDERS = 32;

  private static final int QUEUE = 16_384;

  private static final int STOP_SECONDS = 10;

  /** One pool for all, as the transactions of Spring want it. */
  @Bean
  HikariDataSource dataSource(PeerSettings settings) {
    return PeerPool.open(settings, "orders", settings.pool() + SENDERS + 1);
  }

  /** When its queue is full, the threads that make orders help out, and make fewer of them. */
  @Bean
  HoldableExecutor taskExecutor() {
    var executor = new HoldableExecutor();
    executor.setThreadNamePrefix("externalize-");
    executor.setCorePoolSize(SENDERS);
    executor.setMaxPoolSize(SENDERS);
    executor.setQueueCapacity(QUEUE);
    executor.setRejectedExecutionHandler(new ThreadPoolExecutor.CallerRunsPolicy());
    executor.setWaitForTasksToCompleteOnShutdown(true);
    executor.setAwaitTerminationSeconds(STOP_SECONDS);
    return executor;
  }

  /** Without one, Modulith makes a new one for each event. */
  @Bean
  JsonMapper jsonMapper() {
    return JsonMapper.builder().build();
  }

  @Bean
  AwaitingTemplate kafkaTemplate(PeerSettings settings) {
    return new AwaitingTemplate(settings);
  }

  @Bean
  EventExternalizationConfiguration externalization(PeerSettings settings) {
    var target = RoutingTarget.forTarget(settings.topic());
    return EventExternalizationConfiguration.externalizing()
        .select(OrderEvent.class::isInstance)
        .mapping(OrderEvent.class, ModulithApplication::message)
        .route(OrderEvent.class, event -> target.andKey(event.orderNo()))
        .build();
  }

  private static Message<byte[]> message(OrderEvent event) {
    return MessageBuilder.withPayload(event.message().getBytes(UTF_8))
        .setHeader(EventProducer.TRACE_HEADER, event.traceId().getBytes(UTF_8))
        .setHeader(EventProducer.TIME_HEADER, event.at().toString().getBytes(UTF_8))
        .build();
  }
}
