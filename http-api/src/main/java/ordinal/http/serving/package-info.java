/** From a request's bytes to an endpoint and back: the layers every call passes, in one order. */
@NullMarked
package ordinal.http.serving;

import org.jspecify.annotations.NullMarked;
