-- oldest compatible migration: 0089
-- The Stripe customers of an owner of credits at one connection, one row for each generation. A server that inserts a row has
-- claimed the call to Stripe until claim_until; the row has stripe_id once Stripe has answered. A customer that was deleted at
-- Stripe stays as an earlier generation, because checkouts and payments refer to it.
CREATE TABLE stripe_customer (
    connection_id TEXT    NOT NULL,
    owner_kind    TEXT    NOT NULL CHECK (owner_kind IN ('customer', 'user')),
    owner_id      TEXT    NOT NULL,
    generation    BIGINT  NOT NULL CHECK (generation > 0),
    stripe_id     TEXT,
    is_default    BOOLEAN NOT NULL,
    claim_until   BIGINT,
    created_at    BIGINT  NOT NULL,
    updated_at    BIGINT  NOT NULL,
    PRIMARY KEY (connection_id, owner_kind, owner_id, generation)
);
CREATE UNIQUE INDEX stripe_customer_by_id ON stripe_customer (connection_id, stripe_id) WHERE stripe_id IS NOT NULL;
CREATE UNIQUE INDEX stripe_customer_default ON stripe_customer (connection_id, owner_kind, owner_id) WHERE is_default;

-- A purchase of a pack on a page of Stripe. amount_minor, credits and bonus are those of one pack. They and the terms were fixed
-- when the row was inserted, so that a later change of the catalogue changes no purchase. next_at is the time from which another
-- server may repeat the step that is due: the call to Stripe of a new row, the look at an open one.
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
    amount_minor       BIGINT   NOT NULL CHECK (amount_minor > 0),
    credits            BIGINT   NOT NULL CHECK (credits > 0),
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
    CHECK ((closed_at IS NOT NULL) = (state IN ('completed', 'failed', 'expired', 'review'))),
    CHECK (state IN ('new', 'failed') OR stripe_session_id IS NOT NULL)
);
CREATE UNIQUE INDEX checkout_by_session ON checkout (connection_id, stripe_session_id) WHERE stripe_session_id IS NOT NULL;
CREATE INDEX checkout_of_owner ON checkout (owner_kind, owner_id, book_id, created_at);
CREATE INDEX checkout_next ON checkout (next_at) WHERE next_at IS NOT NULL;

-- A payment. Money came in if the state is paid or review; only a paid one has lots. The sources are modules that sell:
-- source_id is the id of a checkout.
CREATE TABLE payment (
    id                         TEXT   PRIMARY KEY,
    book_id                    BIGINT NOT NULL,
    owner_kind                 TEXT   NOT NULL CHECK (owner_kind IN ('customer', 'user')),
    owner_id                   TEXT   NOT NULL,
    connection_id              TEXT   NOT NULL,
    source                     TEXT   NOT NULL CHECK (source = 'checkout'),
    source_id                  TEXT   NOT NULL,
    stripe_payment_intent      TEXT,
    stripe_charge              TEXT,
    stripe_invoice             TEXT,
    -- The balance transaction whose fee was recorded.
    stripe_balance_transaction TEXT,
    currency                   TEXT   NOT NULL,
    amount_minor               BIGINT NOT NULL CHECK (amount_minor >= 0),
    tax_minor                  BIGINT NOT NULL CHECK (tax_minor BETWEEN 0 AND amount_minor),
    discount_minor             BIGINT NOT NULL CHECK (discount_minor >= 0),
    granted                    BIGINT NOT NULL CHECK (granted >= 0),
    state                      TEXT   NOT NULL CHECK (state IN ('pending', 'paid', 'review', 'failed')),
    reason                     TEXT,
    paid_at                    BIGINT,
    created_at                 BIGINT NOT NULL,
    updated_at                 BIGINT NOT NULL,
    UNIQUE (connection_id, source, source_id),
    CHECK ((paid_at IS NOT NULL) = (state IN ('paid', 'review'))),
    CHECK (state = 'paid' OR granted = 0)
);
CREATE UNIQUE INDEX payment_by_intent ON payment (connection_id, stripe_payment_intent) WHERE stripe_payment_intent IS NOT NULL;
CREATE INDEX payment_of_book ON payment (book_id, created_at, id);
CREATE INDEX payment_of_owner ON payment (owner_kind, owner_id, created_at, id);

-- The lots that a payment has bought.
CREATE TABLE payment_lot (
    payment_id TEXT   NOT NULL,
    lot_id     BIGINT NOT NULL,
    credits    BIGINT NOT NULL CHECK (credits > 0),
    PRIMARY KEY (payment_id, lot_id)
);
CREATE INDEX payment_lot_by_lot ON payment_lot (lot_id);

-- The configuration of the customer portal that this installation has made at Stripe for a book.
ALTER TABLE book_billing ADD COLUMN portal_configuration TEXT;
