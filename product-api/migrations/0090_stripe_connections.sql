-- oldest compatible migration: 0089
-- Stripe accounts through which books sell. A connection is one account in one mode with one key, and belongs to a user who owns
-- websites, or to the platform. Keys and secrets are sealed. next_key: a new key that has not passed its check yet. poll_cursor:
-- the newest event that was read, where Stripe cannot reach this installation. list_cursor: the time up to which objects were
-- compared with Stripe's. bad_signatures: deliveries with a wrong signature since the last one with a right signature.
CREATE TABLE stripe_connection (
    id               TEXT PRIMARY KEY,
    owner_kind       TEXT NOT NULL CHECK (owner_kind IN ('platform', 'user')),
    owner_id         TEXT NOT NULL,
    mode             TEXT NOT NULL CHECK (mode IN ('live', 'test')),
    account_id       TEXT NOT NULL,
    account_name     TEXT NOT NULL,
    country          TEXT NOT NULL,
    default_currency TEXT,
    api_key          TEXT NOT NULL,
    key_hint         TEXT NOT NULL,
    next_key         TEXT,
    state            TEXT NOT NULL CHECK (state IN ('checking', 'active', 'degraded', 'revoked', 'disconnected')),
    reason           TEXT,
    delivery         TEXT NOT NULL CHECK (delivery IN ('webhook', 'poll')),
    poll_cursor      TEXT,
    list_cursor      BIGINT NOT NULL DEFAULT 0,
    bad_signatures   BIGINT NOT NULL DEFAULT 0 CHECK (bad_signatures >= 0),
    checked_at       BIGINT,
    created_at       BIGINT NOT NULL,
    updated_at       BIGINT NOT NULL,
    CHECK (state <> 'disconnected' OR (api_key = '' AND next_key IS NULL)),
    CHECK (account_id <> 'acct_pretend' OR mode = 'test')
);
CREATE UNIQUE INDEX stripe_connection_of_account ON stripe_connection (account_id, mode) WHERE state <> 'disconnected';
CREATE INDEX stripe_connection_of_owner ON stripe_connection (owner_kind, owner_id);

-- Secrets with which Stripe signs deliveries. id: Stripe's id of the endpoint; for a secret that an owner entered, the
-- connection's id after `manual:`. A retiring endpoint is deleted at Stripe at its time; its secret counts until then.
CREATE TABLE stripe_endpoint (
    id            TEXT PRIMARY KEY,
    connection_id TEXT NOT NULL REFERENCES stripe_connection (id),
    secret        TEXT NOT NULL,
    state         TEXT NOT NULL CHECK (state IN ('current', 'retiring', 'manual')),
    retire_at     BIGINT,
    created_at    BIGINT NOT NULL,
    CHECK ((state = 'retiring') = (retire_at IS NOT NULL))
);
CREATE INDEX stripe_endpoint_of_connection ON stripe_endpoint (connection_id);
CREATE UNIQUE INDEX stripe_endpoint_current ON stripe_endpoint (connection_id) WHERE state = 'current';
CREATE INDEX stripe_endpoint_retiring ON stripe_endpoint (retire_at) WHERE state = 'retiring';

-- The connection of a book, and how the book sells. Several books may share a connection of their mode.
CREATE TABLE book_billing (
    book_id          BIGINT PRIMARY KEY,
    connection_id    TEXT REFERENCES stripe_connection (id),
    currency         TEXT NOT NULL,
    tax              TEXT NOT NULL CHECK (tax IN ('off', 'automatic')),
    tax_behavior     TEXT NOT NULL CHECK (tax_behavior IN ('inclusive', 'exclusive')),
    documents        TEXT NOT NULL CHECK (documents IN ('receipt', 'invoice')),
    promotion_codes  BOOLEAN NOT NULL,
    adaptive_pricing BOOLEAN NOT NULL,
    shortfall        TEXT NOT NULL CHECK (shortfall IN ('debt', 'write_off')),
    inquiry_freezes  BOOLEAN NOT NULL,
    created_at       BIGINT NOT NULL,
    updated_at       BIGINT NOT NULL
);
CREATE INDEX book_billing_of_connection ON book_billing (connection_id) WHERE connection_id IS NOT NULL;

-- A connection follows its owner into a merge.
CREATE INDEX user_merges_into ON user_merges (into_user_id) WHERE state = 'merged';
