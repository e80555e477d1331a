package ordinal.app;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** What is made of the URL that somebody gives. */
class DatabaseTest {

  private static final String URL = "jdbc:mysql://127.0.0.1:3306/ordinal";

  @Test
  void whatTheUrlSaysIsKept() {
    assertThat(Database.withDefaults(URL + "?socketTimeout=1234"))
        .startsWith(URL + "?socketTimeout=1234&")
        .containsOnlyOnce("socketTimeout=");
  }

  @Test
  void whatItDoesNotSayIsAdded() {
    assertThat(Database.withDefaults(URL)).startsWith(URL + "?").contains("&connectTimeout=3000");
  }

  /** Else the driver would say by which steps some server counted some time ago. */
  @Test
  void aServersConfigurationIsNotKeptFromAnotherConnection() {
    assertThat(Database.withDefaults(URL + "?cacheServerConfiguration=true&useSSL=false"))
        .contains("?cacheServerConfiguration=false&useSSL=false&");
  }
}
