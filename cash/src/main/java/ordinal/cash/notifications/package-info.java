/**
 * What people are told of their orders: rows that follow from events, and a job that hands each of
 * them to whoever delivers it, until it is delivered or given up.
 */
@NullMarked
package ordinal.cash.notifications;

import org.jspecify.annotations.NullMarked;
