/** The calls about users: what they own beside money, and what they were told. */
@NullMarked
package ordinal.http.user;

import org.jspecify.annotations.NullMarked;
