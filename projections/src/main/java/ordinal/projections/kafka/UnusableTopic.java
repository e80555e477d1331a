package ordinal.projections.kafka;

import org.jspecify.annotations.Nullable;

/** A topic of ours is not there, or not in a form that we can use; the message says what to do. */
public final class UnusableTopic extends RuntimeException {

  private static final long serialVersionUID = 1L;

  UnusableTopic(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
