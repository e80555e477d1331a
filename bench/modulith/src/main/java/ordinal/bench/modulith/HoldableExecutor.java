package ordinal.bench.modulith;

import org.springframework.scheduling.concurrent.ThreadPoolTaskExecutor;

/**
 * Runs tasks, or drops them while it is held: the new ones and those that wait. A publication whose
 * task was dropped stays in its table as published, and in Modulith's memory as one under way.
 */
final class HoldableExecutor extends ThreadPoolTaskExecutor {

  private static final long serialVersionUID = 1L;

  private volatile boolean held;

  void hold(boolean whether) {
    held = whether;
  }

  boolean isIdle() {
    return getActiveCount() + getQueueSize() == 0;
  }

  @Override
  public void execute(Runnable task) {
    if (held) return;
    super.execute(
        () -> {
          if (!held) task.run();
        });
  }
}
