package ordinal.http.admin;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import ordinal.http.serving.Answer;
import ordinal.http.serving.Exchange;
import ordinal.http.serving.ExchangeHandler;
import ordinal.http.serving.Route;
import ordinal.kernel.ErrorCode;

/**
 * Lets only those with the token reach the endpoints that say they ask for it. Goes by the endpoint
 * that was found, never by the text of a path, so that no other spelling of a path leads around it.
 */
final class TokenLayer implements ExchangeHandler {

  private static final Answer REFUSED =
      Answer.error(
              ErrorCode.NOT_SIGNED_IN,
              "This needs the token of ORDINAL_ADMIN_TOKEN: Authorization: Bearer <token>.")
          .with("WWW-Authenticate", "Bearer realm=\"ordinal\"");

  private final AdminToken token;
  private final ExchangeHandler next;

  TokenLayer(AdminToken token, ExchangeHandler next) {
    this.token = token;
    this.next = next;
  }

  @Override
  public CompletionStage<Answer> handle(Exchange exchange) {
    boolean isGuarded =
        exchange.route() instanceof Route.Found found
            && found.endpoint().refusals().contains(ErrorCode.NOT_SIGNED_IN);
    if (isGuarded && !token.opens(Exchange.header(exchange.request(), "authorization"))) {
      return CompletableFuture.completedFuture(REFUSED);
    }
    return next.handle(exchange);
  }
}
