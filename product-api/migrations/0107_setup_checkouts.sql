-- A checkout of the kind setup saves a card for an automatic top-up and sells nothing: its price and its credits are 0, item_id,
-- version and price_id name the pack of the rule, and terms has the rule. A buyer has one that is not finished. SQLite changes no
-- CHECK, so that the table is written again.
-- The new name locks the table until the commit, so that no replica writes rows that are not copied.
ALTER TABLE checkout RENAME TO checkout_old;
CREATE TABLE checkout (
    id                 TEXT     PRIMARY KEY,
    book_id            BIGINT   NOT NULL,
    owner_kind         TEXT     NOT NULL CHECK (owner_kind IN ('customer', 'user')),
    owner_id           TEXT     NOT NULL,
    item_id            TEXT     NOT NULL,
    version            BIGINT   NOT NULL,
    price_id           BIGINT   NOT NULL,
    quantity           BIGINT   NOT NULL CHECK (quantity BETWEEN 1 AND 10000),
    currency           TEXT     NOT NULL,
    amount_minor       BIGINT   NOT NULL CHECK (amount_minor >= 0),
    credits            BIGINT   NOT NULL CHECK (credits >= 0),
    bonus              BIGINT   NOT NULL CHECK (bonus >= 0),
    terms              TEXT     NOT NULL,
    metadata           TEXT     NOT NULL,
    connection_id      TEXT     NOT NULL,
    stripe_customer_id TEXT,
    stripe_session_id  TEXT,
    -- The number of the idempotency key at Stripe.
    attempt            SMALLINT NOT NULL CHECK (attempt > 0),
    state              TEXT     NOT NULL CHECK (state IN ('new', 'open', 'processing', 'completed', 'failed', 'expired', 'review')),
    reason             TEXT,
    url                TEXT,
    success_url        TEXT     NOT NULL,
    cancel_url         TEXT     NOT NULL,
    actor              TEXT     NOT NULL,
    expires_at         BIGINT   NOT NULL,
    closed_at          BIGINT,
    next_at            BIGINT,
    -- The minute since 1970 in which a person last asked for a look at Stripe, and the number of such requests in it.
    sync_minute        BIGINT   NOT NULL,
    sync_count         BIGINT   NOT NULL,
    created_at         BIGINT   NOT NULL,
    updated_at         BIGINT   NOT NULL,
    kind               TEXT     NOT NULL DEFAULT 'pack' CHECK (kind IN ('pack', 'plan', 'setup')),
    CHECK ((closed_at IS NOT NULL) = (state IN ('completed', 'failed', 'expired', 'review'))),
    CHECK (state IN ('new', 'failed') OR stripe_session_id IS NOT NULL),
    CHECK ((kind = 'setup') = (amount_minor = 0)),
    CHECK ((kind = 'setup') = (credits = 0))
);
INSERT INTO checkout (id, book_id, owner_kind, owner_id, item_id, version, price_id, quantity, currency, amount_minor, credits,
        bonus, terms, metadata, connection_id, stripe_customer_id, stripe_session_id, attempt, state, reason, url, success_url,
        cancel_url, actor, expires_at, closed_at, next_at, sync_minute, sync_count, created_at, updated_at, kind)
    SELECT id, book_id, owner_kind, owner_id, item_id, version, price_id, quantity, currency, amount_minor, credits,
        bonus, terms, metadata, connection_id, stripe_customer_id, stripe_session_id, attempt, state, reason, url, success_url,
        cancel_url, actor, expires_at, closed_at, next_at, sync_minute, sync_count, created_at, updated_at, kind
    FROM checkout_old;
DROP TABLE checkout_old;
CREATE UNIQUE INDEX checkout_by_session ON checkout (connection_id, stripe_session_id) WHERE stripe_session_id IS NOT NULL;
CREATE INDEX checkout_of_owner ON checkout (owner_kind, owner_id, book_id, created_at);
CREATE INDEX checkout_next ON checkout (next_at) WHERE next_at IS NOT NULL;
CREATE INDEX checkout_processing ON checkout (connection_id, id) WHERE state = 'processing';
CREATE UNIQUE INDEX checkout_of_plan ON checkout (book_id, owner_kind, owner_id)
    WHERE kind = 'plan' AND state IN ('new', 'open', 'processing');
CREATE UNIQUE INDEX checkout_of_setup ON checkout (connection_id, book_id, owner_kind, owner_id)
    WHERE kind = 'setup' AND state IN ('new', 'open');
