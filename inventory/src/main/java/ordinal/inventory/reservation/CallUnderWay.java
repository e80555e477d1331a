package ordinal.inventory.reservation;

import java.util.ArrayList;
import java.util.List;
import ordinal.inventory.ReservationReply;
import ordinal.inventory.ReservationReply.Standing;
import ordinal.inventory.reservation.ReservationCommand.Asked;
import ordinal.inventory.reservation.ReservationCommand.WithLines;
import org.apache.pekko.actor.typed.ActorRef;

/** The call that a reservation is busy with, and those who asked for the same meanwhile. */
final class CallUnderWay {

  private final Asked call;
  private final List<ActorRef<ReservationReply>> joined = new ArrayList<>();
  private Saga saga;

  CallUnderWay(Asked call, Saga saga) {
    this.call = call;
    this.saga = saga;
  }

  Asked call() {
    return call;
  }

  Saga saga() {
    return saga;
  }

  void goOn(Saga next) {
    saga = next;
  }

  boolean isTheSameAs(Asked other) {
    return call.getClass() == other.getClass()
        && (!(call instanceof WithLines mine)
            || !(other instanceof WithLines theirs)
            || mine.lines().equals(theirs.lines()));
  }

  void join(Asked other) {
    joined.add(other.replyTo());
  }

  int callers() {
    return 1 + joined.size();
  }

  /** Those who joined have stored nothing themselves. */
  void answer(ReservationReply reply) {
    call.replyTo().tell(reply);
    var again =
        reply instanceof Standing standing
            ? new Standing(standing.status(), true, standing.reason())
            : reply;
    joined.forEach(caller -> caller.tell(again));
  }
}
