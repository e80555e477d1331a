package ordinal.bench.compare;

import java.io.IOException;

/** CPU seconds so far: of the service, of MariaDB and of Kafka. */
record Costs(double service, double database, double broker) {

  static Costs read(Trial trial) throws IOException {
    return new Costs(
        trial.subject().program().usage().cpuSeconds(),
        trial.servers().databaseUsage().cpuSeconds(),
        trial.servers().brokerUsage().cpuSeconds());
  }

  Costs since(Costs before) {
    return new Costs(service - before.service, database - before.database, broker - before.broker);
  }

  double all() {
    return service + database + broker;
  }
}
