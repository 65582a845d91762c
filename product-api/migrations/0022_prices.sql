-- Features are served. Nothing has written to the table of 0014, and neither engine changes a UNIQUE, so that it is made
-- anew: live and test each have their own features, because what is tried out must change no real price.
DROP TABLE feature;
CREATE TABLE feature (
    id         BIGINT PRIMARY KEY,
    website_id TEXT NOT NULL,
    mode       TEXT NOT NULL CHECK (mode IN ('live', 'test')),
    code       TEXT NOT NULL,
    name       TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    UNIQUE (website_id, mode, code)
);
CREATE INDEX feature_in_order ON feature (website_id, mode, created_at, code);
-- The version by which a hold of a quantity was priced.
ALTER TABLE hold ADD COLUMN price_version BIGINT;
