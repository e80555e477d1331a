package ordinal.app;

import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Runs one node until it is told to stop. */
@Command(
    name = "start",
    description = "Starts one node, by default with its own MariaDB and Kafka; Ctrl-C stops it.",
    mixinStandardHelpOptions = true)
final class StartCommand implements Callable<Integer> {

  @Option(names = "--config", description = "A HOCON file over the built-in settings.")
  private @Nullable Path config;

  /** Set by the build's run: a node that was started by a build must not outlive it. */
  private static final boolean ENDS_WITH_PARENT = Boolean.getBoolean("ordinal.ends-with-parent");

  @Override
  public Integer call() {
    var settings = Settings.load(config);
    silenceScala();
    var progress = new Progress(System.out);
    progress.say("Ordinal " + Main.Version.text() + " is starting");
    var starting = new CompletableFuture<OrdinalNode>();
    Runtime.getRuntime().addShutdownHook(new Thread(() -> stop(starting, progress), "stop"));
    if (ENDS_WITH_PARENT) {
      ProcessHandle.current().parent().ifPresent(StartCommand::endWith);
    }
    OrdinalNode node;
    try {
      node = OrdinalNode.start(settings, progress);
    } catch (RuntimeException e) {
      starting.completeExceptionally(e);
      throw e;
    }
    starting.complete(node);
    sayReady(progress, node);
    node.whenActorsEnd().toCompletableFuture().join();
    return 1; // Unless this is a stop that was asked for: then the exit code is already decided.
  }

  /**
   * Pekko Projection prints a line of its own for every projection that stops, past all logging.
   */
  private static void silenceScala() {
    var nowhere = new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8);
    scala.Console$.MODULE$.setOutDirect(nowhere);
  }

  private static void endWith(ProcessHandle parent) {
    var watch =
        new Thread(
            () -> {
              parent.onExit().join();
              System.exit(0);
            },
            "parent");
    watch.setDaemon(true);
    watch.start();
  }

  private static void sayReady(Progress progress, OrdinalNode node) {
    var url = node.httpUrl();
    var management = node.managementUrl();
    progress.say(
        """

Ready in %s.
  API         %s   (docs: %s/docs)
  management  %s   (docs: %s/docs; /ready, /metrics, /admin/outbox)

Try it:
  curl -s -X PUT %s/inventory/sku-1 -H 'Content-Type: application/json' -d '{"onHand":500}'
  curl -s %s/orders -H 'Content-Type: application/json' -d \
'{"clientRequestId":"req-1","userId":10001,"items":[{"skuId":"sku-1","quantity":2,"unitPrice":99.99}]}'

Ctrl-C stops it.
"""
            .formatted(progress.total(), url, url, management, management, url, url));
  }

  /** A stop that comes while the node is still starting waits for it, then takes it down. */
  private static void stop(CompletableFuture<OrdinalNode> starting, Progress progress) {
    if (starting.isCompletedExceptionally()) return;
    progress.say("Stopping");
    starting.thenAccept(OrdinalNode::close).exceptionally(e -> null).join();
    progress.say("Stopped");
  }
}
