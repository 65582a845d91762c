-- What a website charges for, in whole credits per a number of units; a price never changes, a new version follows it.
CREATE TABLE feature (
    id         BIGINT PRIMARY KEY,
    website_id TEXT NOT NULL,
    code       TEXT NOT NULL,
    name       TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    UNIQUE (website_id, code)
);

CREATE TABLE feature_price (
    feature_id   BIGINT NOT NULL,
    version      BIGINT NOT NULL CHECK (version > 0),
    credits      BIGINT NOT NULL CHECK (credits >= 0 AND credits <= 9007199254740991),
    per_units    BIGINT NOT NULL CHECK (per_units > 0 AND per_units <= 9007199254740991),
    min_charge   BIGINT NOT NULL CHECK (min_charge >= 0 AND min_charge <= 9007199254740991),
    effective_at BIGINT NOT NULL,
    PRIMARY KEY (feature_id, version)
);
