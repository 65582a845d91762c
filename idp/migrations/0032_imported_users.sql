-- Who was taken over from another system, so that a second run of an import makes nobody twice and brings nothing back
-- that its owner removed. `source_id` is a digest of the person's id there; the row outlives the user.
CREATE TABLE imported_users (
    source_id   TEXT PRIMARY KEY,
    user_id     TEXT NOT NULL,
    imported_at BIGINT NOT NULL
);
