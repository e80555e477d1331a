package ordinal.faults;

import java.util.regex.Pattern;

/** The least and the most seconds of load between two kills; written {@code 2..6}. */
record SecondsBetween(int least, int most) {

  private static final Pattern FORM = Pattern.compile("(\\d{1,3})\\.\\.(\\d{1,3})");

  SecondsBetween {
    if (least > most) {
      throw new IllegalArgumentException("--seconds-between is least..most, such as 2..6");
    }
  }

  static SecondsBetween parse(String text) {
    var parts = FORM.matcher(text);
    if (!parts.matches()) {
      throw new IllegalArgumentException(
          "--seconds-between is least..most, such as 2..6, not " + text);
    }
    return new SecondsBetween(Integer.parseInt(parts.group(1)), Integer.parseInt(parts.group(2)));
  }
}
