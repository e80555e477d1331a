/** What projections need of JDBC beside JDBC. */
@NullMarked
package ordinal.projections.sql;

import org.jspecify.annotations.NullMarked;
