package ordinal.inventory.reservation;

import java.util.List;
import ordinal.inventory.Line;
import ordinal.inventory.ReservationReply;
import ordinal.inventory.sku.SkuReply;
import ordinal.kernel.JsonMessage;
import ordinal.kernel.TraceContext;
import org.apache.pekko.actor.typed.ActorRef;

/** What a reservation can be told. */
public sealed interface ReservationCommand {

  /** Sharding wants the memory back; what is under way is finished first. */
  enum Passivate implements ReservationCommand {
    INSTANCE
  }

  /** Said to itself when it is done with one call and others wait. */
  enum GoOn implements ReservationCommand {
    INSTANCE
  }

  /** Said to itself: what the sku says that it is waiting for. */
  record SkuAnswered(SkuReply reply) implements ReservationCommand {}

  /** Someone waits for what becomes of it. */
  sealed interface Asked extends ReservationCommand, JsonMessage {
    TraceContext trace();

    ActorRef<ReservationReply> replyTo();
  }

  /** For these lines, which are {@link Line#merged}. */
  sealed interface WithLines extends Asked {
    List<Line> lines();
  }

  record Reserve(List<Line> lines, TraceContext trace, ActorRef<ReservationReply> replyTo)
      implements WithLines {
    public Reserve {
      lines = Line.merged(lines);
    }
  }

  record Adopt(List<Line> lines, TraceContext trace, ActorRef<ReservationReply> replyTo)
      implements WithLines {
    public Adopt {
      lines = Line.merged(lines);
    }
  }

  record Release(TraceContext trace, ActorRef<ReservationReply> replyTo) implements Asked {}

  record Deduct(TraceContext trace, ActorRef<ReservationReply> replyTo) implements Asked {}
}
