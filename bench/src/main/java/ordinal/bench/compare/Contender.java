package ordinal.bench.compare;

import java.util.Arrays;
import java.util.stream.Collectors;
import ordinal.bench.peer.PeerForm;
import org.jspecify.annotations.Nullable;

/** Who takes part. */
enum Contender {
  ORDINAL("ordinal", null),
  CLASSIC_10MS(PeerForm.CLASSIC_10MS.label(), PeerForm.CLASSIC_10MS),
  CLASSIC_50MS(PeerForm.CLASSIC_50MS.label(), PeerForm.CLASSIC_50MS),
  CLASSIC_1S(PeerForm.CLASSIC_1S.label(), PeerForm.CLASSIC_1S),
  LIBRARY(PeerForm.LIBRARY.label(), PeerForm.LIBRARY),
  MODULITH(PeerForm.MODULITH.label(), PeerForm.MODULITH);

  /** What all ratios are to: the hand-written outbox at its best. */
  static final Contender REFERENCE = CLASSIC_10MS;

  private final String label;
  private final @Nullable PeerForm form;

  Contender(String label, @Nullable PeerForm form) {
    this.label = label;
    this.form = form;
  }

  String label() {
    return label;
  }

  /** Null for Ordinal itself. */
  @Nullable PeerForm form() {
    return form;
  }

  static @Nullable Contender labelled(String label) {
    return Arrays.stream(values()).filter(c -> c.label.equals(label)).findFirst().orElse(null);
  }

  static String labels() {
    return Arrays.stream(values()).map(Contender::label).collect(Collectors.joining(", "));
  }
}
