package ordinal.http.serving;

import java.util.Map;

/** Where a request goes. */
public sealed interface Route {

  /** What requests count as that have no endpoint, whatever their path. */
  String NOWHERE = "nowhere";

  /** What limits count this request as. */
  String operationId();

  record Found(Endpoint endpoint, Map<String, String> path) implements Route {
    @Override
    public String operationId() {
      return endpoint.operationId();
    }
  }

  /** Nowhere: no such path, or not with this method. */
  record Nowhere(Answer answer) implements Route {
    @Override
    public String operationId() {
      return NOWHERE;
    }
  }
}
