import java.util.concurrent.atomic.AtomicInteger
import sbt._
import sbt.testing.{ Event, Status }

/** Counts the tests of all modules; the `sbt` script prints the count as its last line. */
object TestSummary {
  private val passed, failed, skipped = new AtomicInteger

  def listener(file: File): TestReportListener = new TestReportListener {
    override def startGroup(name: String): Unit = ()
    override def testEvent(event: TestEvent): Unit = { event.detail.foreach(count); write(file) }
    override def endGroup(name: String, error: Throwable): Unit = {
      failed.incrementAndGet()
      write(file)
    }
    override def endGroup(name: String, result: TestResult): Unit = write(file)
  }

  private def count(event: Event): Unit = event.status match {
    case Status.Success => passed.incrementAndGet()
    case Status.Failure | Status.Error => failed.incrementAndGet()
    case _ => skipped.incrementAndGet()
  }

  private def write(file: File): Unit = synchronized {
    val skips = if (skipped.get > 0) s", ${skipped.get} skipped" else ""
    IO.write(file, s"${passed.get} passed, ${failed.get} failed$skips\n")
  }
}
