/** The API's description of itself, and the pages that show it. */
@NullMarked
package ordinal.http.docs;

import org.jspecify.annotations.NullMarked;
