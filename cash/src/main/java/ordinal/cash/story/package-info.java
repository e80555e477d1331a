/** One order's story: what every part of the program knows of it, in one list by time. */
@NullMarked
package ordinal.cash.story;

import org.jspecify.annotations.NullMarked;
