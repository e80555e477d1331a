package ordinal.order;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class ReadPauseTest {

  final AtomicLong now = new AtomicLong(Long.MAX_VALUE - 5); // The clock may pass its end.
  final ReadPause pause = new ReadPause(Duration.ofNanos(10), now::get);

  @Test
  void theJournalIsReadUntilItFails() {
    assertThat(pause.mayRead()).isTrue();
    pause.answered();
    assertThat(pause.mayRead()).isTrue();

    pause.failed(new IllegalStateException("away, on purpose"));

    assertThat(pause.mayRead()).isFalse();
  }

  @Test
  void onceInEveryPauseOneTriesWhetherItIsBack() {
    pause.failed(new IllegalStateException("away, on purpose"));
    now.addAndGet(9);
    assertThat(pause.mayRead()).isFalse();
    now.addAndGet(1);

    assertThat(pause.mayRead()).isTrue();

    assertThat(pause.mayRead()).as("one is enough").isFalse();
    pause.failed(new IllegalStateException("still away"));
    assertThat(pause.mayRead()).isFalse();
    now.addAndGet(10);
    assertThat(pause.mayRead()).isTrue();
  }

  @Test
  void theFirstAnswerEndsThePauseForAll() {
    pause.failed(new IllegalStateException("away, on purpose"));

    pause.answered();

    assertThat(pause.mayRead()).isTrue();
    assertThat(pause.mayRead()).isTrue();
  }
}
