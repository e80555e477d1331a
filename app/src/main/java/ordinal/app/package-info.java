/** The program: settings, wiring, start and stop, the command line. */
@NullMarked
package ordinal.app;

import org.jspecify.annotations.NullMarked;
