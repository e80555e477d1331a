package ordinal.bench.compare;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import ordinal.bench.peer.PeerForm;
import ordinal.bench.peer.PeerMain;
import ordinal.bench.peer.PeerSettings;

/** Starts peers as programs: on this one's class path, or on their own where they need one. */
public final class PeerProgram {

  /** The build writes it. */
  private static final String MODULITH_CLASS_PATH = "/ordinal/bench/modulith-class-path.txt";

  private static final String MODULITH_MAIN = "ordinal.bench.modulith.ModulithMain";

  private static final String QUIET =
      "-Dlogback.configurationFile=ordinal/bench/program-logback.xml";

  private PeerProgram() {}

  /**
   * Returns at once.
   *
   * @param log what it prints goes here, behind what was there before
   */
  public static Program start(PeerSettings settings, List<String> options, Path log)
      throws IOException {
    boolean ownClassPath = settings.form() == PeerForm.MODULITH;
    var all = new ArrayList<>(options);
    all.add(QUIET);
    return Program.start(
        all,
        ownClassPath ? modulithClassPath() : Program.classPath(),
        ownClassPath ? MODULITH_MAIN : PeerMain.class.getName(),
        settings.arguments(),
        Map.of(PeerSettings.PASSWORD_VARIABLE, settings.password()),
        log);
  }

  private static String modulithClassPath() throws IOException {
    try (var file = PeerProgram.class.getResourceAsStream(MODULITH_CLASS_PATH)) {
      if (file == null) throw new IOException("the build left out " + MODULITH_CLASS_PATH);
      return new String(file.readAllBytes(), UTF_8);
    }
  }
}
