package ordinal.app;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.NullNode;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Whether a node runs and can store orders; exit code 1 when it cannot. */
@Command(
    name = "status",
    description = "Shows whether the node is ready, its outbox, and the members of its cluster.",
    mixinStandardHelpOptions = true)
final class StatusCommand implements Callable<Integer> {

  @Spec private CommandSpec spec = CommandSpec.create();

  @Option(names = "--json", description = "Prints JSON.")
  private boolean json;

  @Option(
      names = {"--url", "--management-url"},
      description = "By default from ORDINAL_MANAGEMENT_HOST and _PORT.")
  private String url = "";

  @Override
  public Integer call() {
    var management = ManagementOptions.client(url);
    boolean ready = management.get("/ready").status() == 200;
    var members = ApiClient.parse(management.get("/cluster/members").body()).path("members");
    var outbox = outbox(management);
    var out = spec.commandLine().getOut();
    if (json) {
      var status = ApiClient.JSON.createObjectNode().put("ready", ready);
      status.set("outbox", outbox);
      status.set("members", members);
      out.println(status.toPrettyString());
    } else {
      out.println(ready ? "ready" : "not ready");
      out.println("  outbox  " + (outbox.isNull() ? "not known" : OutboxCommands.line(outbox)));
      for (var member : members) {
        out.println("  " + member.path("node").asText() + "  " + member.path("status").asText());
      }
    }
    out.flush();
    return ready ? 0 : 1;
  }

  /** Null when it cannot be had: the node may be without its database, or we without its token. */
  private static JsonNode outbox(ApiClient management) {
    try {
      return management.data("/admin/outbox");
    } catch (ApiClient.Failure e) {
      return NullNode.getInstance();
    }
  }
}
