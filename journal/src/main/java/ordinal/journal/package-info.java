/** How events and snapshots reach the database and come back: the plugin's DAOs, made to batch. */
@NullMarked
package ordinal.journal;

import org.jspecify.annotations.NullMarked;
