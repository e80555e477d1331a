/** What requests may say, each rule written once: it checks the request and describes itself. */
@NullMarked
package ordinal.http.schema;

import org.jspecify.annotations.NullMarked;
