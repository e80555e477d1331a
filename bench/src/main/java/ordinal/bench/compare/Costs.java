package ordinal.bench.compare;

import java.io.IOException;

/** CPU seconds so far: of the service, of MariaDB, of Kafka, and of the generator, which is us. */
record Costs(double service, double database, double broker, double generator) {

  private static final long SELF = ProcessHandle.current().pid();

  static Costs read(Trial trial) throws IOException {
    return new Costs(
        trial.subject().program().usage().cpuSeconds(),
        trial.servers().databaseUsage().cpuSeconds(),
        trial.servers().brokerUsage().cpuSeconds(),
        ProcessUsage.of(SELF).cpuSeconds());
  }

  Costs since(Costs before) {
    return new Costs(
        service - before.service,
        database - before.database,
        broker - before.broker,
        generator - before.generator);
  }

  /** What the system costs; the generator is not a part of it. */
  double all() {
    return service + database + broker;
  }
}
