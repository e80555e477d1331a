package ordinal.http.serving;

import java.util.concurrent.CompletionStage;

/** A layer before the reading of the request: sees whatever was sent. */
@FunctionalInterface
public interface ExchangeHandler {
  CompletionStage<Answer> handle(Exchange exchange);
}
