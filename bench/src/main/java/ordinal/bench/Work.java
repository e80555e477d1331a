package ordinal.bench;

import java.nio.ByteBuffer;

/** What a load thread asks for, and what it does with the answers. One thread, one work. */
interface Work {

  /** The request of this number, from 0 on; valid until the next call. */
  ByteBuffer numbered(long number);

  /** Whether {@link #answered} needs the first bytes of the bodies. */
  default boolean readsBodies() {
    return false;
  }

  default void answered(Response response) {}
}
