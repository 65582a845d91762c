-- oldest compatible migration: 0089
-- Packs: credits that a book sells for money. Money, credits and terms are in versions, which never change; latest is the number of
-- the newest version, 0 before the first. position: the place among the book's packs.
CREATE TABLE pack (
    id          TEXT PRIMARY KEY,
    book_id     BIGINT NOT NULL,
    code        TEXT NOT NULL,
    name        TEXT NOT NULL,
    description TEXT,
    status      TEXT NOT NULL CHECK (status IN ('active', 'archived')),
    latest      BIGINT NOT NULL CHECK (latest >= 0),
    position    BIGINT NOT NULL CHECK (position >= 0),
    created_at  BIGINT NOT NULL,
    updated_at  BIGINT NOT NULL,
    UNIQUE (book_id, code)
);
CREATE INDEX pack_in_order ON pack (book_id, position, code);

CREATE TABLE pack_version (
    pack_id            TEXT NOT NULL,
    version            BIGINT NOT NULL CHECK (version > 0),
    credits            BIGINT NOT NULL CHECK (credits BETWEEN 1 AND 9007199254740991),
    bonus              BIGINT NOT NULL CHECK (bonus BETWEEN 0 AND 9007199254740991),
    expires_days       BIGINT CHECK (expires_days BETWEEN 1 AND 3650),
    bonus_expires_days BIGINT CHECK (bonus_expires_days BETWEEN 1 AND 3650),
    feature_id         BIGINT,
    is_first_only      BOOLEAN NOT NULL,
    created_at         BIGINT NOT NULL,
    PRIMARY KEY (pack_id, version)
);

-- The money of a version, one amount for each currency, in the minor units of Stripe.
CREATE TABLE pack_price (
    pack_id      TEXT NOT NULL,
    version      BIGINT NOT NULL,
    currency     TEXT NOT NULL,
    amount_minor BIGINT NOT NULL CHECK (amount_minor BETWEEN 1 AND 99999999),
    PRIMARY KEY (pack_id, version, currency)
);

-- The price of a version at Stripe, one for each connection. attempts: claims since the last success. request_number: the number of
-- the idempotency key of the request that makes it; another number is another request. next_at: the time of the next work on it at
-- Stripe, or the end of the claim of the server that works on it; null if there is none.
CREATE TABLE catalog_price (
    id              BIGINT PRIMARY KEY,
    pack_id         TEXT NOT NULL,
    version         BIGINT NOT NULL,
    currency        TEXT NOT NULL,
    connection_id   TEXT NOT NULL,
    tax_behavior    TEXT NOT NULL CHECK (tax_behavior IN ('inclusive', 'exclusive')),
    stripe_price_id TEXT,
    state           TEXT NOT NULL CHECK (state IN ('pending', 'synced', 'drifted', 'failed')),
    reason          TEXT,
    detail          TEXT,
    attempts        BIGINT NOT NULL CHECK (attempts >= 0),
    request_number  BIGINT NOT NULL CHECK (request_number > 0),
    next_at         BIGINT,
    created_at      BIGINT NOT NULL,
    updated_at      BIGINT NOT NULL,
    CHECK (state <> 'synced' OR stripe_price_id IS NOT NULL),
    UNIQUE (pack_id, version, currency, connection_id),
    UNIQUE (connection_id, stripe_price_id)
);
CREATE INDEX catalog_price_due ON catalog_price (next_at) WHERE next_at IS NOT NULL;

-- The connection for which the prices of a book's packs were made last; empty while the book's link does not count.
CREATE TABLE catalog_link (
    book_id       BIGINT PRIMARY KEY,
    connection_id TEXT NOT NULL,
    checked_at    BIGINT NOT NULL
);
