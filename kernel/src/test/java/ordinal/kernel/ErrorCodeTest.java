package ordinal.kernel;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class ErrorCodeTest {

  /** The contract's table, row by row. Clients branch on these: a change here is a break there. */
  @Test
  void codesAndStatusesAreThoseOfTheContract() {
    var contract =
        """
        00000 200
        A0400 400
        A0301 401
        A0302 403
        A0401 409
        A0402 422
        A0404 404
        A0405 405
        A0409 409
        A0413 413
        A0415 415
        A0500 429
        B0001 500
        B0100 503
        """;

    var ours =
        Arrays.stream(ErrorCode.values())
            .map(code -> code.code() + " " + code.httpStatus() + "\n")
            .collect(Collectors.joining());

    assertEquals(contract, ours);
  }
}
