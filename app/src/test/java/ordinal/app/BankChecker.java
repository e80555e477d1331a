package ordinal.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import java.net.URI;
import java.net.http.HttpRequest;
import java.sql.Connection;
import java.time.Instant;
import java.util.List;

/** What must be true of a bank that has come to rest. */
final class BankChecker {

  private static final String BEHIND =
      """
      SELECT COUNT(*) FROM
        (SELECT persistence_id, MAX(sequence_number) AS last FROM event_journal
          WHERE persistence_id LIKE 'Account|%' OR persistence_id LIKE 'Coupon|%'
          GROUP BY persistence_id) j
        LEFT JOIN asset_account a ON CONCAT('Account|', a.account_id) = j.persistence_id
        LEFT JOIN coupon_view c
          ON CONCAT('Coupon|', c.tenant_id, '/', c.coupon_id) = j.persistence_id
      WHERE COALESCE(a.last_seq, c.last_seq, 0) <> j.last""";

  private static final String PLANTED = "wallet/default/bank-u7";

  private static final String DEAD = "SELECT COUNT(*) FROM dead_letter WHERE source = 'CONSUMER'";

  private final RunningOrdinal ordinal;
  private final BankClient client;
  private final BankModel model;

  BankChecker(RunningOrdinal ordinal, BankClient client, BankModel model) {
    this.ordinal = ordinal;
    this.client = client;
    this.model = model;
  }

  /** Everything that follows from the orders has happened, and is in the rows. */
  void awaitSettled(Connection db) {
    await()
        .atMost(BankClient.LIMIT)
        .ignoreExceptions()
        .untilAsserted(
            () -> {
              var outbox = managed("/admin/outbox");
              assertThat(outbox.path("pending").asLong(-1)).as("pending").isZero();
              for (var group : managed("/admin/consumers")) {
                assertThat(group.path("lag").asLong(-1)).as("%s", group).isZero();
                assertThat(group.path("parked").asLong(-1)).as("%s", group).isZero();
              }
              assertThat(number(db, BEHIND)).as("accounts and coupons behind").isZero();
              assertThat(number(db, DEAD)).as("dead messages").isZero();
              assertThat(number(db, "SELECT COUNT(*) FROM asset_hold")).as("holds").isZero();
            });
  }

  private JsonNode managed(String path) {
    return RunningOrdinal.data(
        RunningOrdinal.send(HttpRequest.newBuilder(URI.create(ordinal.managementUrl() + path))));
  }

  private static long number(Connection db, String sql) throws Exception {
    try (var statement = db.createStatement();
        var row = statement.executeQuery(sql)) {
      row.next();
      return row.getLong(1);
    }
  }

  /** In the rows and over HTTP. */
  void assertExact(Connection db) throws Exception {
    var books = BankBooks.read(db);
    assertThat(model.differences(books)).isEmpty();
    books
        .accounts()
        .forEach(
            (account, row) -> {
              var of = account.split("/", -1);
              boolean isCommission = of[0].equals("commission");
              var answer = client.get("/users/" + of[2] + "/" + of[0] + (isCommission ? "s" : ""));
              assertThat(List.of("available", "frozen", "spent", "owed"))
                  .as(account)
                  .extracting(
                      column ->
                          of[0].equals("points")
                              ? answer.path(column).asLong()
                              : BankClient.minor(answer.path(column)))
                  .containsExactly(row.available(), row.frozen(), row.spent(), -row.owed());
            });
  }

  void assertNothingToReconcile(Instant since) {
    var path = "/admin/reconciliations";
    var begun =
        RunningOrdinal.data(
            RunningOrdinal.send(
                HttpRequest.newBuilder(URI.create(ordinal.managementUrl() + path))
                    .header("Content-Type", "application/json")
                    .POST(
                        HttpRequest.BodyPublishers.ofString(
                            "{\"from\":\"%s\",\"repair\":false}".formatted(since)))));
    var run = path + "/" + begun.path("id").asText();
    var ended =
        await()
            .atMost(BankClient.LIMIT)
            .until(() -> managed(run), one -> !one.path("state").asText().equals("RUNNING"));
    var differences = managed(run + "/differences?limit=100");
    assertThat(ended.path("state").asText()).as("%s", ended).isEqualTo("DONE");
    assertThat(ended.path("differences").asLong(-1)).as("%s", differences).isZero();
    assertThat(ended.path("checked").asLong()).isPositive();
  }

  /** One that its row does not show by itself, and one that it does. */
  void assertPlantedFaultsAreSeen(Connection db) throws Exception {
    plant(db, "available = available + 1, funded = funded - 1");
    assertThat(model.differences(BankBooks.read(db)))
        .singleElement()
        .asString()
        .startsWith(PLANTED + " must have");
    plant(db, "available = available - 1");
    assertThat(BankBooks.accounts(db).get(PLANTED).fault()).startsWith("does not add up");
    plant(db, "funded = funded + 1");
    assertThat(model.differences(BankBooks.read(db))).isEmpty();
  }

  private static void plant(Connection db, String change) throws Exception {
    try (var statement = db.createStatement()) {
      var where = " WHERE account_id = '" + PLANTED + "'";
      assertThat(statement.executeUpdate("UPDATE asset_account SET " + change + where)).isOne();
    }
  }
}
