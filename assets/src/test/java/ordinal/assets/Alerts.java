package ordinal.assets;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.util.List;
import org.slf4j.LoggerFactory;

/** What an entity writes into the log for somebody to look at. */
public final class Alerts implements AutoCloseable {

  private final Logger logger;
  private final ListAppender<ILoggingEvent> lines = new ListAppender<>();

  public Alerts(Class<?> entity) {
    logger = (Logger) LoggerFactory.getLogger(entity);
    logger.setLevel(Level.ERROR);
    logger.setAdditive(false);
    lines.start();
    logger.addAppender(lines);
  }

  public List<String> raised() {
    return lines.list.stream().map(ILoggingEvent::getFormattedMessage).toList();
  }

  @Override
  public void close() {
    logger.detachAppender(lines);
    logger.setAdditive(true);
    logger.setLevel(null);
  }
}
