-- oldest compatible migration: 0089
-- A refund of a payment, made here or at Stripe. A row without a stripe_id was committed before Stripe was asked: next_at is the
-- time from which another server may repeat the call. journal: the money of the refund was recorded, or its failure undid that.
CREATE TABLE refund (
    id                TEXT     PRIMARY KEY,
    payment_id        TEXT     NOT NULL,
    connection_id     TEXT     NOT NULL,
    stripe_id         TEXT,
    amount_minor      BIGINT   NOT NULL CHECK (amount_minor > 0),
    state             TEXT     NOT NULL
        CHECK (state IN ('new', 'pending', 'requires_action', 'succeeded', 'failed', 'canceled', 'refused')),
    reason            TEXT,
    failure           TEXT,
    -- The API key or the user who asked for it here; none for a refund that was made at Stripe.
    actor             TEXT,
    -- The number of the idempotency key at Stripe.
    attempt           SMALLINT NOT NULL CHECK (attempt > 0),
    next_at           BIGINT,
    journal           TEXT     NOT NULL CHECK (journal IN ('none', 'recorded', 'undone')),
    tax_minor         BIGINT   NOT NULL DEFAULT 0 CHECK (tax_minor >= 0),
    unused_cost_minor BIGINT   NOT NULL DEFAULT 0 CHECK (unused_cost_minor >= 0),
    created_at        BIGINT   NOT NULL,
    updated_at        BIGINT   NOT NULL,
    CHECK (state IN ('new', 'refused') OR stripe_id IS NOT NULL),
    CHECK ((state = 'new') = (next_at IS NOT NULL))
);
CREATE UNIQUE INDEX refund_by_stripe_id ON refund (connection_id, stripe_id) WHERE stripe_id IS NOT NULL;
CREATE INDEX refund_of_payment ON refund (payment_id, created_at, id);
CREATE INDEX refund_next ON refund (next_at) WHERE next_at IS NOT NULL;

-- A dispute of a payment at Stripe, as it was fetched last. status is Stripe's word. withdrawn_minor is the money that Stripe has
-- withdrawn and not given back, in the currency of the payment. The recorded columns say what the money journal has of it, and
-- moves counts the journal's transactions.
CREATE TABLE dispute (
    id                      TEXT     PRIMARY KEY,
    payment_id              TEXT     NOT NULL,
    book_id                 BIGINT   NOT NULL,
    connection_id           TEXT     NOT NULL,
    stripe_id               TEXT     NOT NULL,
    amount_minor            BIGINT   NOT NULL CHECK (amount_minor >= 0),
    withdrawn_minor         BIGINT   NOT NULL CHECK (withdrawn_minor >= 0),
    status                  TEXT     NOT NULL,
    state                   TEXT     NOT NULL CHECK (state IN ('inquiry', 'open', 'won', 'lost', 'prevented')),
    reason                  TEXT,
    due_by                  BIGINT,
    moves                   SMALLINT NOT NULL DEFAULT 0 CHECK (moves >= 0),
    recorded_minor          BIGINT   NOT NULL DEFAULT 0 CHECK (recorded_minor >= 0),
    recorded_lost_minor     BIGINT   NOT NULL DEFAULT 0 CHECK (recorded_lost_minor >= 0),
    unused_cost_minor       BIGINT   NOT NULL DEFAULT 0 CHECK (unused_cost_minor >= 0),
    opened_at               BIGINT   NOT NULL,
    closed_at               BIGINT,
    created_at              BIGINT   NOT NULL,
    updated_at              BIGINT   NOT NULL,
    UNIQUE (connection_id, stripe_id),
    CHECK ((closed_at IS NULL) = (state IN ('inquiry', 'open')))
);
CREATE INDEX dispute_of_payment ON dispute (payment_id, opened_at, id);
CREATE INDEX dispute_of_book ON dispute (book_id, opened_at, id);

-- What has gone back of a payment, and the credits that followed it. clawed: credits that were taken back, those that became debt
-- or were written off included. frozen: credits of its lots that the system's hold reserves. waits_for_holds: holds of clients pin
-- credits that are to be taken back or frozen. settle_n counts the changes of credits.
ALTER TABLE payment ADD COLUMN refunded_minor BIGINT NOT NULL DEFAULT 0 CHECK (refunded_minor >= 0);
ALTER TABLE payment ADD COLUMN withdrawn_minor BIGINT NOT NULL DEFAULT 0 CHECK (withdrawn_minor >= 0);
ALTER TABLE payment ADD COLUMN clawed BIGINT NOT NULL DEFAULT 0 CHECK (clawed >= 0);
ALTER TABLE payment ADD COLUMN frozen BIGINT NOT NULL DEFAULT 0 CHECK (frozen >= 0);
ALTER TABLE payment ADD COLUMN settle_n BIGINT NOT NULL DEFAULT 0;
ALTER TABLE payment ADD COLUMN waits_for_holds SMALLINT NOT NULL DEFAULT 0 CHECK (waits_for_holds IN (0, 1));
ALTER TABLE payment ADD COLUMN early_fraud_warning TEXT CHECK (early_fraud_warning IN ('actionable', 'closed'));
CREATE INDEX payment_waiting ON payment (id) WHERE waits_for_holds = 1;
CREATE INDEX payment_by_charge ON payment (connection_id, stripe_charge) WHERE stripe_charge IS NOT NULL;
