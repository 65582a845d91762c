-- Finding websites by a part of the name: in lower case by one rule on both engines, whatever the letters and whatever the
-- database's locale. Null until the sweep has folded a row that an older version wrote.
ALTER TABLE websites ADD COLUMN name_folded TEXT;
CREATE INDEX websites_unfolded ON websites (id) WHERE name_folded IS NULL;
