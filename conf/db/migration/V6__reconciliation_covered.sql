-- Up to when a run has compared everything and decided what it found: where the next one of the schedule may
-- begin, however this one ends.
ALTER TABLE reconciliation ADD COLUMN covered_to DATETIME(3);

UPDATE reconciliation SET covered_to = to_at WHERE state = 'DONE';
