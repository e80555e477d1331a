/** The HTTP API: starting it, its settings, and how its parts are put together. */
@NullMarked
package ordinal.http;

import org.jspecify.annotations.NullMarked;
