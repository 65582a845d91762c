-- oldest compatible migration: 0104
-- A buyer's rule of automatic top-ups at one seller. threshold: credits below which a pack is bought. pack_version, price_id, credits,
-- bonus, amount_minor (the price of one pack) and terms (JSON, as those of a checkout) are those to which the buyer has consented:
-- a newer version changes no rule. month_max_minor and month_max_count limit a calendar month (UTC). failures: declined attempts
-- in a row. next_at: the time before which no attempt begins. attempt_count: the number of the last attempt. capped_month: the
-- month, since 1970, whose limit was announced. The card is the one with which the last attempt was paid, or was to be paid.
CREATE TABLE topup_rule (
    book_id         BIGINT NOT NULL,
    owner_kind      TEXT   NOT NULL CHECK (owner_kind IN ('customer', 'user')),
    owner_id        TEXT   NOT NULL,
    connection_id   TEXT   NOT NULL,
    state           TEXT   NOT NULL CHECK (state IN ('active', 'needs_action', 'needs_card', 'needs_consent', 'off')),
    reason          TEXT,
    threshold       BIGINT NOT NULL CHECK (threshold >= 0),
    pack_id         TEXT   NOT NULL,
    pack_version    BIGINT NOT NULL,
    price_id        BIGINT NOT NULL,
    quantity        BIGINT NOT NULL CHECK (quantity > 0),
    currency        TEXT   NOT NULL,
    amount_minor    BIGINT NOT NULL CHECK (amount_minor >= 0),
    credits         BIGINT NOT NULL CHECK (credits > 0),
    bonus           BIGINT NOT NULL CHECK (bonus >= 0),
    terms           TEXT   NOT NULL,
    month_max_minor BIGINT NOT NULL CHECK (month_max_minor > 0),
    month_max_count BIGINT NOT NULL CHECK (month_max_count BETWEEN 1 AND 100),
    min_seconds     BIGINT NOT NULL CHECK (min_seconds BETWEEN 60 AND 86400),
    failures        BIGINT NOT NULL CHECK (failures >= 0),
    next_at         BIGINT,
    attempt_count   BIGINT NOT NULL CHECK (attempt_count >= 0),
    capped_month    BIGINT,
    card_brand      TEXT,
    card_last4      TEXT,
    actor           TEXT   NOT NULL,
    consent_at      BIGINT NOT NULL,
    consent_text    TEXT   NOT NULL,
    created_at      BIGINT NOT NULL,
    updated_at      BIGINT NOT NULL,
    PRIMARY KEY (book_id, owner_kind, owner_id)
);
CREATE INDEX topup_rule_active ON topup_rule (next_at) WHERE state = 'active';
CREATE INDEX topup_rule_of_owner ON topup_rule (owner_kind, owner_id);

-- An automatic top-up: one invoice at Stripe. n: its number among those of its owner. What it sells is that of its rule when it
-- began. total_minor: the amount of the invoice, before that the price of all packs. month: the month that it counts for, since 1970,
-- with its limits then. try_number: the number of the idempotency keys. code: the reason of a failure. action_url: the page on which
-- the buyer confirms the payment, until action_until. next_at: the time from which a server may take its next step.
CREATE TABLE topup_attempt (
    id                 TEXT   PRIMARY KEY,
    book_id            BIGINT NOT NULL,
    owner_kind         TEXT   NOT NULL CHECK (owner_kind IN ('customer', 'user')),
    owner_id           TEXT   NOT NULL,
    connection_id      TEXT   NOT NULL,
    n                  BIGINT NOT NULL,
    state              TEXT   NOT NULL CHECK (state IN ('claimed', 'invoiced', 'paying', 'action', 'voiding', 'paid', 'failed')),
    pack_id            TEXT   NOT NULL,
    pack_version       BIGINT NOT NULL,
    stripe_price_id    TEXT   NOT NULL,
    quantity           BIGINT NOT NULL CHECK (quantity > 0),
    currency           TEXT   NOT NULL,
    amount_minor       BIGINT NOT NULL CHECK (amount_minor >= 0),
    total_minor        BIGINT NOT NULL CHECK (total_minor >= 0),
    credits            BIGINT NOT NULL CHECK (credits > 0),
    bonus              BIGINT NOT NULL CHECK (bonus >= 0),
    terms              TEXT   NOT NULL,
    month              BIGINT NOT NULL,
    month_max_minor    BIGINT NOT NULL,
    month_max_count    BIGINT NOT NULL,
    try_number         BIGINT NOT NULL CHECK (try_number > 0),
    actor              TEXT   NOT NULL,
    stripe_customer_id TEXT,
    stripe_invoice     TEXT,
    payment_method     TEXT,
    code               TEXT,
    action_url         TEXT,
    action_until       BIGINT,
    next_at            BIGINT,
    settled_at         BIGINT,
    created_at         BIGINT NOT NULL,
    updated_at         BIGINT NOT NULL,
    UNIQUE (book_id, owner_kind, owner_id, n),
    CHECK ((state IN ('paid', 'failed')) = (settled_at IS NOT NULL)),
    CHECK ((state IN ('paid', 'failed')) = (next_at IS NULL))
);
CREATE UNIQUE INDEX topup_attempt_open ON topup_attempt (book_id, owner_kind, owner_id)
    WHERE state IN ('claimed', 'invoiced', 'paying', 'action', 'voiding');
CREATE UNIQUE INDEX topup_attempt_by_invoice ON topup_attempt (connection_id, stripe_invoice) WHERE stripe_invoice IS NOT NULL;
CREATE INDEX topup_attempt_next ON topup_attempt (next_at) WHERE next_at IS NOT NULL;
CREATE INDEX topup_attempt_in_month ON topup_attempt (book_id, owner_kind, owner_id, month);
CREATE INDEX topup_attempt_in_order ON topup_attempt (book_id, owner_kind, owner_id, created_at, id);

-- Wallets whose credits fell below topup_at, the threshold of their owner's active rule.
CREATE TABLE topup_due (
    account_id BIGINT PRIMARY KEY,
    created_at BIGINT NOT NULL
);
ALTER TABLE account ADD COLUMN topup_at BIGINT;

-- The largest monthly limit that a buyer may set, in minor units; null for no limit.
ALTER TABLE book_billing ADD COLUMN topup_month_max BIGINT CHECK (topup_month_max >= 0);

-- Payments have top-ups as their source: source_id is the attempt. SQLite changes no CHECK, so that the table is written again.
CREATE TABLE payment_new (
    id                         TEXT   PRIMARY KEY,
    book_id                    BIGINT NOT NULL,
    owner_kind                 TEXT   NOT NULL CHECK (owner_kind IN ('customer', 'user')),
    owner_id                   TEXT   NOT NULL,
    connection_id              TEXT   NOT NULL,
    source                     TEXT   NOT NULL CHECK (source IN ('checkout', 'subscription', 'topup')),
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
    refunded_minor             BIGINT NOT NULL DEFAULT 0 CHECK (refunded_minor >= 0),
    withdrawn_minor            BIGINT NOT NULL DEFAULT 0 CHECK (withdrawn_minor >= 0),
    clawed                     BIGINT NOT NULL DEFAULT 0 CHECK (clawed >= 0),
    frozen                     BIGINT NOT NULL DEFAULT 0 CHECK (frozen >= 0),
    settle_n                   BIGINT NOT NULL DEFAULT 0,
    waits_for_holds            SMALLINT NOT NULL DEFAULT 0 CHECK (waits_for_holds IN (0, 1)),
    early_fraud_warning        TEXT CHECK (early_fraud_warning IN ('actionable', 'closed')),
    reconciled_at              BIGINT,
    undivided_minor            BIGINT NOT NULL DEFAULT 0 CHECK (undivided_minor >= 0),
    undivided_parts            BIGINT NOT NULL DEFAULT 0 CHECK (undivided_parts >= 0),
    UNIQUE (connection_id, source, source_id),
    CHECK ((paid_at IS NOT NULL) = (state IN ('paid', 'review'))),
    CHECK (state = 'paid' OR granted = 0)
);
INSERT INTO payment_new (id, book_id, owner_kind, owner_id, connection_id, source, source_id, stripe_payment_intent, stripe_charge,
        stripe_invoice, stripe_balance_transaction, currency, amount_minor, tax_minor, discount_minor, granted, state, reason, paid_at,
        created_at, updated_at, refunded_minor, withdrawn_minor, clawed, frozen, settle_n, waits_for_holds, early_fraud_warning,
        reconciled_at, undivided_minor, undivided_parts)
    SELECT id, book_id, owner_kind, owner_id, connection_id, source, source_id, stripe_payment_intent, stripe_charge,
        stripe_invoice, stripe_balance_transaction, currency, amount_minor, tax_minor, discount_minor, granted, state, reason, paid_at,
        created_at, updated_at, refunded_minor, withdrawn_minor, clawed, frozen, settle_n, waits_for_holds, early_fraud_warning,
        reconciled_at, undivided_minor, undivided_parts
    FROM payment;
DROP TABLE payment;
ALTER TABLE payment_new RENAME TO payment;
CREATE UNIQUE INDEX payment_by_intent ON payment (connection_id, stripe_payment_intent) WHERE stripe_payment_intent IS NOT NULL;
CREATE INDEX payment_of_book ON payment (book_id, created_at, id);
CREATE INDEX payment_of_owner ON payment (owner_kind, owner_id, created_at, id);
CREATE INDEX payment_waiting ON payment (id) WHERE waits_for_holds = 1;
CREATE INDEX payment_by_charge ON payment (connection_id, stripe_charge) WHERE stripe_charge IS NOT NULL;
CREATE INDEX payment_of_connection ON payment (connection_id, paid_at, id) WHERE paid_at IS NOT NULL;
CREATE INDEX payment_warned ON payment (book_id) WHERE early_fraud_warning = 'actionable';
CREATE INDEX payment_in_review ON payment (book_id) WHERE state = 'review';
