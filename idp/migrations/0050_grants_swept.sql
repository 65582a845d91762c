-- From when on a grant may be swept: nothing can hang on it any more then. The sweep looks for no other.
ALTER TABLE grants ADD COLUMN sweep_at BIGINT NOT NULL DEFAULT 0;
-- A family of refresh tokens lives for 30 days, and its last access token for less than another day.
UPDATE grants SET sweep_at = created_at + 2678400000000;
CREATE INDEX grants_by_sweep ON grants (sweep_at);
DROP INDEX grants_by_age;
