package ordinal.inventory.sku;

import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import org.apache.pekko.actor.typed.ActorRef;

/** All skus, wherever they live. */
@FunctionalInterface
public interface Skus {

  /** Sends one command to one sku. Fails with a TimeoutException when there is no answer. */
  CompletionStage<SkuReply> ask(
      String skuId, Function<ActorRef<SkuReply>, SkuCommand.Asked> command);
}
