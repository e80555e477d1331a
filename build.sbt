ThisBuild / organization := "ordinal"
ThisBuild / version := "0.1.0"
ThisBuild / scalaVersion := "2.13.18" // Pure Java, but Pekko's class files need this library.
ThisBuild / crossPaths := false
ThisBuild / autoScalaLibrary := false
ThisBuild / dependencyOverrides ++= Dependencies.pins
ThisBuild / licenses := Seq(License.Apache2)
ThisBuild / packageDoc / publishArtifact := false // The program needs neither pages nor sources.
ThisBuild / packageSrc / publishArtifact := false

// Two cores are common: one forked test JVM at a time, so that they do not starve each other.
Global / concurrentRestrictions := Seq(
  Tags.limitAll(2),
  Tags.limit(Tags.Test, 1),
  Tags.limit(Tags.ForkedTestGroup, 1))
Global / cancelable := true

val CompileChecks = config("compile-checks").hide

// Callbacks of CompletionStages run on the common pool; with two cores or fewer and no such setting
// the JDK starts a new thread for every one of them.
val commonPool = "-Djava.util.concurrent.ForkJoinPool.common.parallelism=2"

def module(dir: String): Project = module(dir, dir)

def module(id: String, dir: String): Project =
  Project(id, file(dir))
    .configs(CompileChecks)
    .settings(
      inConfig(CompileChecks)(Defaults.configSettings),
      ivyConfigurations += CompileChecks,
      libraryDependencies ++= Dependencies.annotations ++ Dependencies.test ++
        Dependencies.compileChecks.map(_ % CompileChecks),
      javacOptions ++= Seq("--release", "17"),
      Compile / compile / javacOptions ++= strict(
        update.value.select(configurationFilter(CompileChecks.name))),
      Test / compile / javacOptions :=
        Seq("--release", "17", "-parameters", "-Xlint:all,-processing", "-Werror"),
      Test / fork := true,
      Test / baseDirectory := (ThisBuild / baseDirectory).value / dir,
      Test / javaOptions ++= Seq(
        commonPool,
        "-Xmx2g",
        s"-Dordinal.test.dir=${(Test / target).value / "test-data"}"),
      Test / testListeners += TestSummary.listener(
        (LocalRootProject / target).value / "test-summary"),
      testOptions += Tests.Argument(jupiterTestFramework, "-a", "-q"))

/** Warnings are errors; Error Prone and NullAway look at everything but the tests. */
def strict(checkers: Seq[File]) = Seq(
  "-parameters",
  "-Xlint:all,-processing",
  "-Werror",
  "-XDcompilePolicy=simple",
  "--should-stop=ifError=FLOW",
  "-processorpath",
  checkers.mkString(java.io.File.pathSeparator),
  "-Xplugin:ErrorProne -Xep:NullAway:ERROR -XepOpt:NullAway:AnnotatedPackages=ordinal" +
    " -XepOpt:NullAway:JSpecifyMode=true")

// Ids, money, traces, error codes: what every module speaks. Knows nothing else.
lazy val kernel = module("kernel")
  .settings(libraryDependencies ++= Dependencies.kernel ++ Dependencies.formatTest)

// What an order is: commands, events, rules. Knows no database, no HTTP, no Kafka.
lazy val order = module("order")
  .settings(libraryDependencies ++= Dependencies.order ++ Dependencies.logging ++ Dependencies.entityTest)
  .dependsOn(kernel % "compile->compile;test->test")

// The built-in stock service: skus, reservations. Knows no order, no database, no HTTP, no Kafka.
lazy val inventory = module("inventory")
  .settings(libraryDependencies ++= Dependencies.order ++ Dependencies.logging ++ Dependencies.entityTest)
  .dependsOn(kernel % "compile->compile;test->test")

// What users own beside money: wallets, points, commissions, coupons. Knows no order, no database, no HTTP, no Kafka.
lazy val assets = module("assets")
  .settings(libraryDependencies ++= Dependencies.order ++ Dependencies.logging ++ Dependencies.entityTest)
  .dependsOn(kernel % "compile->compile;test->test")

// The embedded MariaDB and Kafka: real servers on loopback, started, stopped and recovered. The app
// runs on them, and so do the tests of every module.
lazy val servers = module("servers")
  .settings(libraryDependencies ++= Dependencies.servers ++ Dependencies.logging)
  .dependsOn(kernel)

// How events reach the database and come back. Knows tables, but not what is in them.
lazy val journal = module("journal").settings(libraryDependencies ++= Dependencies.journal)

// What follows from the journal: the tail, the Kafka publisher, the views, and their operation.
lazy val projections = module("projections")
  .settings(libraryDependencies ++= Dependencies.projections ++ Dependencies.logging ++
    Dependencies.projectionsTest)
  .dependsOn(kernel, order, inventory, assets, journal, servers % "test->test")

// Kafka messages whose effects happen once: offset and effect in one transaction. Of use to any service.
lazy val inbox = module("inbox")
  .settings(libraryDependencies ++= Dependencies.inbox ++ Dependencies.logging)
  .dependsOn(servers % "test->test")

// Stock events to orders, order events to the stock service, dead letters.
lazy val bridge = module("inventory-bridge")
  .settings(libraryDependencies ++= Dependencies.bridge ++ Dependencies.logging ++ Dependencies.projectionsTest)
  .dependsOn(kernel, order, inventory, inbox, projections % "compile->compile;test->test", servers % "test->test")

// From an order to cash and back: process managers, refunds, notifications, jobs, reconciliation.
lazy val cash = module("cash")
  .settings(libraryDependencies ++= Dependencies.bridge ++ Dependencies.logging ++ Dependencies.projectionsTest)
  .dependsOn(
    kernel,
    order,
    inventory,
    assets,
    inbox,
    projections % "compile->compile;test->test",
    bridge % "compile->compile;test->test",
    servers % "test->test")

// Turns requests into commands and replies into answers. Knows no database and no Kafka: what it shows
// of views and operation, it asks of projections' interfaces.
lazy val httpApi = module("http-api")
  .settings(libraryDependencies ++= Dependencies.http ++ Dependencies.logging ++ Dependencies.apiTest ++
    Dependencies.entityTest)
  .dependsOn(kernel, order, inventory, assets, projections, bridge, cash)

// The program: settings, wiring, start and stop, the command line.
lazy val app = module("app")
  .settings(
    libraryDependencies ++= Dependencies.app ++ Dependencies.layeringTest ++ Dependencies.entityTest ++
      Dependencies.schemaTest,
    Compile / unmanagedResourceDirectories += (ThisBuild / baseDirectory).value / "conf",
    Compile / mainClass := Some("ordinal.app.Main"),
    Compile / resourceGenerators += Def.task {
      val file = (Compile / resourceManaged).value / "ordinal" / "app" / "version.txt"
      IO.write(file, version.value)
      Seq(file)
    }.taskValue,
    run / fork := true,
    run / baseDirectory := (ThisBuild / baseDirectory).value, // ./data is beside the README
    run / outputStrategy := Some(StdoutOutput),
    run / javaOptions ++= Seq(commonPool, "-Dordinal.ends-with-parent=true"))
  .dependsOn(
    kernel,
    order,
    inventory,
    assets,
    inbox,
    bridge,
    cash,
    journal,
    projections % "compile->compile;test->test",
    httpApi,
    servers % "compile->compile;test->test")

// What Ordinal is compared with: order services with other outboxes. Know nothing of Ordinal.
lazy val peers = module("peers", "bench/peers")
  .settings(libraryDependencies ++= Dependencies.peers ++ Dependencies.logging)

// The peer whose outbox is Spring Modulith's. Never on a class path with Ordinal, for Spring Boot
// brings versions of its own.
lazy val modulith = module("modulith", "bench/modulith")
  .settings(
    libraryDependencies ++= Dependencies.modulith ++ Dependencies.logging,
    dependencyOverrides := Dependencies.pinsBesideJackson3)
  .dependsOn(peers)

// Load generators and comparisons. Never part of the tests but for their own.
lazy val bench = module("bench")
  .settings(
    libraryDependencies ++= Dependencies.bench,
    // A process of the modulith peer is started with this class path, which is not bench's own.
    Compile / resourceGenerators += Def.task {
      val file = (Compile / resourceManaged).value / "ordinal" / "bench" / "modulith-class-path.txt"
      val entries = (modulith / Runtime / fullClasspath).value.files
      val classPath = entries.mkString(java.io.File.pathSeparator)
      if (!file.exists || IO.read(file) != classPath) IO.write(file, classPath)
      Seq(file)
    }.taskValue,
    Compile / mainClass := Some("ordinal.bench.Main"), // The peers and the broker have their own.
    run / fork := true,
    run / outputStrategy := Some(StdoutOutput),
    run / javaOptions ++= Seq(commonPool, "-Xmx1g"))
  .dependsOn(app % "compile->compile;test->test", peers, servers % "test->test")

// Kills the program and its servers under load, again and again, and compares afterwards what was
// acknowledged with what is there. The checker in it shares no code with the rest.
lazy val faults = module("faults")
  .settings(
    libraryDependencies ++= Dependencies.faults ++ Dependencies.layeringTest,
    Compile / mainClass := Some("ordinal.faults.Main"), // The broker has one of its own.
    run / fork := true,
    run / outputStrategy := Some(StdoutOutput),
    run / javaOptions ++= Seq(commonPool, "-Xmx2g"))
  .dependsOn(app, servers % "test->test")

// The whole: `run` starts a node, `stage` makes the program.
lazy val root = (project in file("."))
  .enablePlugins(JavaAppPackaging)
  .settings(
    name := "ordinal",
    executableScriptName := "ordinal",
    Compile / mainClass := Some("ordinal.app.Main"),
    run := (app / Compile / run).partialInput(" start").evaluated,
    run / aggregate := false,
    Universal / javaOptions += s"-J$commonPool".replace("-J-D", "-D"))
  .dependsOn(app)
  .aggregate(kernel, order, inventory, assets, inbox, bridge, cash, servers, journal, projections, httpApi, app, peers,
    modulith, bench, faults)
