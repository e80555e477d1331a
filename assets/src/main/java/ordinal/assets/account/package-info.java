/** One account of one owner: its books, its holds, its rules. */
@NullMarked
package ordinal.assets.account;

import org.jspecify.annotations.NullMarked;
