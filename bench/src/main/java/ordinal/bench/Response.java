package ordinal.bench;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/**
 * Reads as little of an answer as can be: its status, and where it ends. Understands a length and
 * nothing else; a chunked answer is an error, for guessing would spoil the figures.
 */
final class Response {

  private static final int MAX_HEAD = 16 * 1024;

  /** Of a body that is kept. */
  private static final int MAX_BODY = 512;

  private static final int CR_LF_CR_LF = 0x0d0a0d0a;
  private static final int STATUS_AT = "HTTP/1.1 ".length();

  private final byte[] head = new byte[MAX_HEAD];
  private int headLength;
  private int lastFour;
  private long bodyLeft = -1;
  private int status;
  private boolean closes;
  private final byte[] body;
  private int bodyLength;

  /** Throws bodies away. */
  Response() {
    this(false);
  }

  /**
   * @param keepsBody whether {@link #text} will be asked
   */
  Response(boolean keepsBody) {
    body = new byte[keepsBody ? MAX_BODY : 0];
  }

  /** True when the answer is complete. */
  boolean read(ByteBuffer in) throws IOException {
    while (bodyLeft < 0 && in.hasRemaining()) {
      readHead(in.get());
    }
    if (bodyLeft > 0) {
      int skipped = (int) Math.min(bodyLeft, in.remaining());
      int kept = Math.min(skipped, body.length - bodyLength);
      in.get(in.position(), body, bodyLength, kept);
      bodyLength += kept;
      in.position(in.position() + skipped);
      bodyLeft -= skipped;
    }
    if (bodyLeft == 0 && in.hasRemaining()) {
      throw new IOException("the server sent more than the one answer asked for");
    }
    return bodyLeft == 0;
  }

  private void readHead(byte b) throws IOException {
    if (headLength == MAX_HEAD) {
      throw new IOException("the head of an answer is longer than " + MAX_HEAD + " bytes");
    }
    head[headLength++] = b;
    lastFour = (lastFour << Byte.SIZE) | (b & 0xff);
    if (lastFour == CR_LF_CR_LF) {
      understandHead();
    }
  }

  private void understandHead() throws IOException {
    var text =
        new String(head, 0, headLength, StandardCharsets.ISO_8859_1).toLowerCase(Locale.ROOT);
    try {
      status = Integer.parseInt(text, STATUS_AT, STATUS_AT + 3, 10);
      int length = text.indexOf("\r\ncontent-length:");
      if (length < 0) {
        throw new IOException("an answer without Content-Length");
      }
      int value = text.indexOf(':', length) + 1;
      bodyLeft = Long.parseLong(text.substring(value, text.indexOf("\r\n", value)).strip());
      closes = text.contains("\r\nconnection: close");
    } catch (IndexOutOfBoundsException | NumberFormatException e) {
      throw new IOException("not an HTTP answer", e);
    }
  }

  int status() {
    return status;
  }

  /** The first text of this name in the beginning of the body, or nothing. */
  String text(String name) {
    var text = new String(body, 0, bodyLength, StandardCharsets.UTF_8);
    var key = "\"" + name + "\":\"";
    int at = text.indexOf(key);
    if (at < 0) return "";
    int begin = at + key.length();
    int end = text.indexOf('"', begin);
    return end < 0 ? "" : text.substring(begin, end);
  }

  /** Whether the server will close the connection after this answer. */
  boolean closes() {
    return closes;
  }

  void clear() {
    headLength = 0;
    lastFour = 0;
    bodyLeft = -1;
    bodyLength = 0;
  }
}
