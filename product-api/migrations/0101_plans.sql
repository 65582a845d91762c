-- Packs and plans become items of one catalogue. A plan has an allowance of credits in each period of a subscription. The codes of
-- each kind are its own. family: an owner has one live subscription in each family of plans.
CREATE TABLE catalog_item (
    id          TEXT PRIMARY KEY,
    book_id     BIGINT NOT NULL,
    kind        TEXT NOT NULL CHECK (kind IN ('pack', 'plan')),
    code        TEXT NOT NULL,
    name        TEXT NOT NULL,
    description TEXT,
    status      TEXT NOT NULL CHECK (status IN ('active', 'archived')),
    latest      BIGINT NOT NULL CHECK (latest >= 0),
    position    BIGINT NOT NULL CHECK (position >= 0),
    family      TEXT,
    created_at  BIGINT NOT NULL,
    updated_at  BIGINT NOT NULL,
    UNIQUE (book_id, kind, code),
    CHECK ((kind = 'plan') = (family IS NOT NULL))
);
CREATE INDEX catalog_item_in_order ON catalog_item (book_id, kind, position, code);
INSERT INTO catalog_item (id, book_id, kind, code, name, description, status, latest, position, created_at, updated_at)
    SELECT id, book_id, 'pack', code, name, description, status, latest, position, created_at, updated_at FROM pack;
DROP TABLE pack;

-- Prices of plans are kept like those of packs.
ALTER TABLE pack_price RENAME TO version_price;
ALTER TABLE version_price RENAME COLUMN pack_id TO item_id;
ALTER TABLE catalog_price RENAME COLUMN pack_id TO item_id;

-- The terms of one piece of a plan. grant_every: one allowance in each billing period, or in each month of a longer one.
-- rollover_cap: credits of earlier allowances that stay when the next one is granted. rollover_periods: further periods for which
-- unused credits live. trial_days: 0 without a trial.
CREATE TABLE plan_version (
    plan_id           TEXT     NOT NULL,
    version           BIGINT   NOT NULL CHECK (version > 0),
    period            TEXT     NOT NULL CHECK (period IN ('week', 'month', 'year')),
    period_count      BIGINT   NOT NULL CHECK (period_count BETWEEN 1 AND 156),
    grant_every       TEXT     NOT NULL CHECK (grant_every IN ('interval', 'month')),
    credits           BIGINT   NOT NULL CHECK (credits BETWEEN 1 AND 9007199254740991),
    rollover          TEXT     NOT NULL CHECK (rollover IN ('none', 'capped', 'all')),
    rollover_cap      BIGINT   CHECK (rollover_cap BETWEEN 1 AND 9007199254740991),
    rollover_periods  BIGINT   NOT NULL CHECK (rollover_periods BETWEEN 0 AND 36),
    trial_days        BIGINT   NOT NULL CHECK (trial_days BETWEEN 0 AND 730),
    trial_credits     BIGINT   NOT NULL CHECK (trial_credits BETWEEN 0 AND 9007199254740991),
    trial_needs_card  BOOLEAN  NOT NULL,
    max_quantity      BIGINT   NOT NULL CHECK (max_quantity BETWEEN 1 AND 10000),
    created_at        BIGINT   NOT NULL,
    PRIMARY KEY (plan_id, version),
    CHECK ((rollover = 'capped') = (rollover_cap IS NOT NULL)),
    CHECK ((rollover = 'none') = (rollover_periods = 0)),
    CHECK (trial_days > 0 OR trial_credits = 0)
);

-- The features of a plan: further credits of an allowance that can be spent on this feature alone, or 0 for access only.
CREATE TABLE plan_feature (
    plan_id    TEXT   NOT NULL,
    version    BIGINT NOT NULL,
    feature_id BIGINT NOT NULL,
    credits    BIGINT NOT NULL CHECK (credits BETWEEN 0 AND 9007199254740991),
    PRIMARY KEY (plan_id, version, feature_id)
);
