package ordinal.faults.checker;

/** Everything that the checker can find. */
public enum Fault {
  ACKNOWLEDGED_NOT_IN_JOURNAL(Group.LOST, "acknowledged, but not in the journal"),
  ACKNOWLEDGED_OTHERWISE(Group.DIFFERING, "acknowledged otherwise than the journal has it"),
  ORDER_DENIED(Group.LOST, "an acknowledged order was said not to exist"),
  REFUSED_WRONGLY(Group.DIFFERING, "refused, though it should not have been"),

  JOURNAL_HOLE(Group.LOST, "a sequence number is missing in the journal"),
  JOURNAL_DOUBLE(Group.DOUBLED, "a sequence number is twice in the journal"),
  JOURNAL_OUT_OF_ORDER(Group.OUT_OF_ORDER, "the journal has an order's events in another order"),
  JOURNAL_ROW_WRONG(Group.DIFFERING, "a row of the journal is not what it should be"),
  HOLE_BELOW_HEAD(Group.LOST, "an ordering below the head has no row"),
  APPLIED_TWICE(Group.DOUBLED, "one request had two effects"),

  NOT_ON_KAFKA(Group.LOST, "in the journal, but not on Kafka"),
  DOUBLED_ON_KAFKA(Group.DOUBLED, "more than once on Kafka"),
  OUT_OF_ORDER_ON_KAFKA(Group.OUT_OF_ORDER, "on Kafka behind a later event of its order"),
  SEVERAL_PARTITIONS(Group.OUT_OF_ORDER, "one key in more than one partition"),
  RECORD_WITHOUT_EVENT(Group.DIFFERING, "on Kafka, but not in the journal"),
  RECORD_DIFFERS(Group.DIFFERING, "on Kafka otherwise than in the journal"),

  VIEW_ROW_MISSING(Group.LOST, "a row is missing in a view"),
  VIEW_ROW_EXTRA(Group.DIFFERING, "a row in a view has no event"),
  VIEW_ROW_DIFFERS(Group.DIFFERING, "a row in a view is not what the events say");

  /** What it comes to for whoever trusted the answer. */
  public enum Group {
    LOST,
    DOUBLED,
    OUT_OF_ORDER,
    DIFFERING
  }

  private final Group group;
  private final String says;

  Fault(Group group, String says) {
    this.group = group;
    this.says = says;
  }

  public Group group() {
    return group;
  }

  public String says() {
    return says;
  }
}
