/** The order: its commands, events, rules and state, and nothing about how they are stored. */
@NullMarked
package ordinal.order;

import org.jspecify.annotations.NullMarked;
