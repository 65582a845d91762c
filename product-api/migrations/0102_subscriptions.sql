-- oldest compatible migration: 0101
-- A subscription, as it was fetched from Stripe last. status is Stripe's word. plan_id and plan_version are null for a price that
-- belongs to no plan of ours. anchor: the instant from which periods are counted. paid_through: the end of the last paid period.
-- is_subscribed: what the status means at updated_at. next_allowance_at: the start of the next month of a longer period.
-- lots_end_at: for a subscription that has ended, the end of its last allowance, at which all of its credits expire.
-- next_at: the time of the next change that no event announces. payment_id: the payment of the paid period. next_plan_id,
-- next_plan_version and next_quantity: what a schedule at Stripe changes when the period ends. pending_until: the time until which
-- a change waits for its payment. payment_url: the page on which an invoice that failed can be paid. trial_repeat: what the
-- settings say about a trial with a card that had one before. announced_trial_end: the end of a trial that was announced.
-- end_reason: why this server has to cancel it at Stripe, at once or with its period if its owner was deleted. reconciled_at: the
-- time at which a comparison saw it there.
CREATE TABLE subscription (
    id                 TEXT    PRIMARY KEY,
    book_id            BIGINT  NOT NULL,
    owner_kind         TEXT    NOT NULL CHECK (owner_kind IN ('customer', 'user')),
    owner_id           TEXT    NOT NULL,
    connection_id      TEXT    NOT NULL,
    stripe_id          TEXT    NOT NULL,
    checkout_id        TEXT,
    plan_id            TEXT,
    plan_version       BIGINT,
    family             TEXT    NOT NULL,
    stripe_price_id    TEXT,
    quantity           BIGINT  NOT NULL CHECK (quantity >= 0),
    status             TEXT    NOT NULL,
    collection         TEXT    NOT NULL CHECK (collection IN ('on', 'void', 'other')),
    cancel_at          BIGINT,
    ended_at           BIGINT,
    trial_end          BIGINT,
    anchor             BIGINT  NOT NULL,
    period_start       BIGINT  NOT NULL,
    period_end         BIGINT  NOT NULL,
    paid_through       BIGINT,
    -- The end of the paid period before a full refund ended it; the refund may fail.
    refunded_through   BIGINT,
    past_due_since     BIGINT,
    -- The payment method that was tried last for a renewal that had failed.
    retried_method     TEXT,
    is_subscribed      BOOLEAN NOT NULL,
    next_allowance_at  BIGINT,
    lots_end_at        BIGINT,
    next_at            BIGINT,
    payment_id         TEXT,
    next_plan_id       TEXT,
    next_plan_version  BIGINT,
    next_quantity      BIGINT,
    stripe_schedule_id TEXT,
    pending_until      BIGINT,
    payment_url        TEXT,
    trial_repeat       TEXT    CHECK (trial_repeat IN ('refuse', 'no_credits')),
    announced_trial_end BIGINT,
    end_reason         TEXT    CHECK (end_reason IN ('dispute-lost', 'trial-used', 'owner-deleted')),
    -- The invoice whose failed payment was announced, and the number of payments that had failed.
    announced_invoice  TEXT,
    announced_attempts BIGINT  NOT NULL DEFAULT 0,
    reconciled_at      BIGINT,
    created_at         BIGINT  NOT NULL,
    updated_at         BIGINT  NOT NULL,
    UNIQUE (connection_id, stripe_id),
    CHECK ((plan_id IS NULL) = (plan_version IS NULL)),
    CHECK ((next_plan_id IS NULL) = (next_plan_version IS NULL))
);
CREATE INDEX subscription_of_owner ON subscription (owner_kind, owner_id, book_id, created_at, id);
CREATE INDEX subscription_of_book ON subscription (book_id, created_at, id);
CREATE INDEX subscription_next ON subscription (next_at) WHERE next_at IS NOT NULL;
CREATE INDEX subscription_live ON subscription (connection_id, id) WHERE status NOT IN ('canceled', 'incomplete_expired');
CREATE INDEX subscription_ending ON subscription (id) WHERE end_reason IS NOT NULL;

-- A request to change, cancel or resume a subscription. It is written before Stripe is called, so that a repeat with its key calls
-- Stripe with the same parameters (terms, as JSON). A subscription has one open request. attempt: the number of keys that were sent
-- to Stripe. next_at: the time from which a server may send an open request again.
CREATE TABLE subscription_request (
    id              TEXT   PRIMARY KEY,
    subscription_id TEXT   NOT NULL,
    kind            TEXT   NOT NULL CHECK (kind IN ('change', 'cancel', 'resume')),
    terms           TEXT   NOT NULL,
    actor           TEXT   NOT NULL,
    state           TEXT   NOT NULL CHECK (state IN ('new', 'done', 'action', 'declined', 'refused')),
    reason          TEXT,
    action_url      TEXT,
    attempt         BIGINT NOT NULL CHECK (attempt > 0),
    next_at         BIGINT,
    created_at      BIGINT NOT NULL,
    updated_at      BIGINT NOT NULL,
    CHECK ((state = 'new') = (next_at IS NOT NULL)),
    CHECK ((state = 'action') = (action_url IS NOT NULL))
);
CREATE UNIQUE INDEX subscription_request_open ON subscription_request (subscription_id) WHERE state = 'new';
CREATE INDEX subscription_request_next ON subscription_request (next_at) WHERE next_at IS NOT NULL;

-- The allowance of one span of a subscription, once. starts_at, with the kind and the reference, identifies it: the reference is the
-- invoice of a change, or the feature on which alone the credits can be spent. A skipped one was over before it could be granted.
CREATE TABLE allowance (
    subscription_id TEXT   NOT NULL,
    kind            TEXT   NOT NULL CHECK (kind IN ('paid', 'trial', 'change')),
    starts_at       BIGINT NOT NULL,
    reference       TEXT   NOT NULL,
    ends_at         BIGINT NOT NULL,
    plan_id         TEXT   NOT NULL,
    plan_version    BIGINT NOT NULL,
    quantity        BIGINT NOT NULL CHECK (quantity > 0),
    credits         BIGINT NOT NULL CHECK (credits > 0),
    feature_id      BIGINT,
    state           TEXT   NOT NULL CHECK (state IN ('granted', 'skipped')),
    lot_id          BIGINT,
    payment_id      TEXT,
    created_at      BIGINT NOT NULL,
    PRIMARY KEY (subscription_id, kind, starts_at, reference),
    CHECK ((state = 'granted') = (lot_id IS NOT NULL))
);

-- The names under which a trial was begun, as keyed digests; never removed.
CREATE TABLE trial_use (
    book_id    BIGINT NOT NULL,
    kind       TEXT   NOT NULL CHECK (kind IN ('customer', 'user', 'email', 'card')),
    digest     TEXT   NOT NULL,
    created_at BIGINT NOT NULL,
    PRIMARY KEY (book_id, kind, digest)
);

-- Prices that were made at Stripe, and the versions of plans to which their owner has mapped them.
CREATE TABLE mapped_price (
    connection_id   TEXT   NOT NULL,
    stripe_price_id TEXT   NOT NULL,
    item_id         TEXT   NOT NULL,
    version         BIGINT NOT NULL,
    currency        TEXT   NOT NULL,
    created_at      BIGINT NOT NULL,
    PRIMARY KEY (connection_id, stripe_price_id)
);

-- How long an owner stays subscribed although a renewal is not paid, and how long an allowance outlives its period, because Stripe
-- keeps the invoice of a renewal for about an hour. change_mode: an upgrade begins a new period, or the rest of the running one is
-- prorated. dispute_cancels: a lost dispute ends the subscription. repeat_trial: what a trial with a known card becomes.
ALTER TABLE book_billing ADD COLUMN grace_days BIGINT NOT NULL DEFAULT 7 CHECK (grace_days BETWEEN 0 AND 60);
ALTER TABLE book_billing ADD COLUMN renewal_grace_hours BIGINT NOT NULL DEFAULT 24 CHECK (renewal_grace_hours BETWEEN 0 AND 168);
ALTER TABLE book_billing ADD COLUMN change_mode TEXT NOT NULL DEFAULT 'restart' CHECK (change_mode IN ('restart', 'prorate'));
ALTER TABLE book_billing ADD COLUMN dispute_cancels BOOLEAN NOT NULL DEFAULT TRUE;
ALTER TABLE book_billing ADD COLUMN repeat_trial TEXT NOT NULL DEFAULT 'no_credits'
    CHECK (repeat_trial IN ('refuse', 'no_credits', 'allow'));

-- Checkouts of plans. Their credits are those of one allowance.
ALTER TABLE checkout ADD COLUMN kind TEXT NOT NULL DEFAULT 'pack' CHECK (kind IN ('pack', 'plan'));
CREATE UNIQUE INDEX checkout_of_plan ON checkout (book_id, owner_kind, owner_id)
    WHERE kind = 'plan' AND state IN ('new', 'open', 'processing');

-- Subscriptions and invoices are marked, and payments have them as their source. SQLite changes no CHECK, so that the tables are
-- written again. source_id of a subscription's payment: its id and the invoice, with a colon between them. undivided_minor: money
-- of a payment whose credits are not granted yet, and undivided_parts: the number of allowances over which it is spread.
CREATE TABLE payment_new (
    id                         TEXT   PRIMARY KEY,
    book_id                    BIGINT NOT NULL,
    owner_kind                 TEXT   NOT NULL CHECK (owner_kind IN ('customer', 'user')),
    owner_id                   TEXT   NOT NULL,
    connection_id              TEXT   NOT NULL,
    source                     TEXT   NOT NULL CHECK (source IN ('checkout', 'subscription')),
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
        reconciled_at)
    SELECT id, book_id, owner_kind, owner_id, connection_id, source, source_id, stripe_payment_intent, stripe_charge,
        stripe_invoice, stripe_balance_transaction, currency, amount_minor, tax_minor, discount_minor, granted, state, reason, paid_at,
        created_at, updated_at, refunded_minor, withdrawn_minor, clawed, frozen, settle_n, waits_for_holds, early_fraud_warning,
        reconciled_at
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

CREATE TABLE stripe_event_new (
    connection_id TEXT     NOT NULL,
    event_id      TEXT     NOT NULL,
    type          TEXT     NOT NULL,
    object_kind   TEXT CHECK (object_kind IN ('session', 'payment', 'customer', 'price', 'product', 'subscription', 'invoice')),
    object_id     TEXT,
    created_at    BIGINT   NOT NULL,
    received_at   BIGINT   NOT NULL,
    source        TEXT     NOT NULL CHECK (source IN ('webhook', 'poll')),
    state         TEXT     NOT NULL CHECK (state IN ('marked', 'ignored', 'refused')),
    reason        TEXT,
    PRIMARY KEY (connection_id, event_id),
    CHECK (state <> 'marked' OR (object_kind IS NOT NULL AND object_id IS NOT NULL))
);
INSERT INTO stripe_event_new (connection_id, event_id, type, object_kind, object_id, created_at, received_at, source, state, reason)
    SELECT connection_id, event_id, type, object_kind, object_id, created_at, received_at, source, state, reason FROM stripe_event;
DROP TABLE stripe_event;
ALTER TABLE stripe_event_new RENAME TO stripe_event;
CREATE INDEX stripe_event_in_order ON stripe_event (connection_id, received_at);
CREATE INDEX stripe_event_refused ON stripe_event (connection_id, received_at) WHERE state = 'refused';

CREATE TABLE stripe_object_new (
    connection_id TEXT     NOT NULL,
    kind          TEXT     NOT NULL
        CHECK (kind IN ('session', 'payment', 'customer', 'price', 'product', 'subscription', 'invoice')),
    object_id     TEXT     NOT NULL,
    dirty         BIGINT   NOT NULL,
    done          BIGINT   NOT NULL,
    claimed_until BIGINT,
    attempts      SMALLINT NOT NULL,
    next_at       BIGINT,
    state         TEXT     NOT NULL CHECK (state IN ('idle', 'waiting', 'dead', 'foreign')),
    error         TEXT,
    last_event    TEXT,
    checked_at    BIGINT,
    waiting_since BIGINT,
    created_at    BIGINT   NOT NULL,
    updated_at    BIGINT   NOT NULL,
    PRIMARY KEY (connection_id, kind, object_id),
    CHECK (done BETWEEN 0 AND dirty),
    CHECK ((state = 'waiting') = (next_at IS NOT NULL)),
    CHECK ((state = 'waiting') = (waiting_since IS NOT NULL)),
    CHECK (state = 'waiting' OR claimed_until IS NULL)
);
INSERT INTO stripe_object_new (connection_id, kind, object_id, dirty, done, claimed_until, attempts, next_at, state, error, last_event,
        checked_at, waiting_since, created_at, updated_at)
    SELECT connection_id, kind, object_id, dirty, done, claimed_until, attempts, next_at, state, error, last_event, checked_at,
        waiting_since, created_at, updated_at
    FROM stripe_object;
DROP TABLE stripe_object;
ALTER TABLE stripe_object_new RENAME TO stripe_object;
CREATE INDEX stripe_object_next ON stripe_object (next_at) WHERE state = 'waiting';
CREATE INDEX stripe_object_due ON stripe_object (connection_id, next_at) WHERE state = 'waiting';
CREATE INDEX stripe_object_oldest ON stripe_object (waiting_since) WHERE state = 'waiting';
CREATE INDEX stripe_object_dead ON stripe_object (connection_id, updated_at) WHERE state = 'dead';
CREATE INDEX stripe_object_claimed ON stripe_object (connection_id, claimed_until) WHERE claimed_until IS NOT NULL;

-- Comparisons list subscriptions and invoices, too.
CREATE TABLE reconcile_run_new (
    id            TEXT    PRIMARY KEY,
    connection_id TEXT    NOT NULL,
    is_dry_run    BOOLEAN NOT NULL,
    from_at       BIGINT  NOT NULL,
    to_at         BIGINT  NOT NULL,
    stage         TEXT    NOT NULL CHECK (stage IN ('sessions', 'subscriptions', 'invoices', 'charges', 'refunds', 'disputes',
        'balance', 'own', 'findings')),
    last_object   TEXT,
    state         TEXT    NOT NULL CHECK (state IN ('running', 'ended', 'failed')),
    error         TEXT,
    objects       BIGINT  NOT NULL,
    repaired      BIGINT  NOT NULL,
    findings      BIGINT  NOT NULL,
    sums          TEXT    NOT NULL,
    held_until    BIGINT  NOT NULL,
    ended_at      BIGINT,
    created_at    BIGINT  NOT NULL,
    updated_at    BIGINT  NOT NULL,
    CHECK ((state = 'running') = (ended_at IS NULL)),
    CHECK ((state = 'failed') = (error IS NOT NULL))
);
INSERT INTO reconcile_run_new (id, connection_id, is_dry_run, from_at, to_at, stage, last_object, state, error, objects, repaired,
        findings, sums, held_until, ended_at, created_at, updated_at)
    SELECT id, connection_id, is_dry_run, from_at, to_at, stage, last_object, state, error, objects, repaired, findings, sums,
        held_until, ended_at, created_at, updated_at
    FROM reconcile_run;
DROP TABLE reconcile_run;
ALTER TABLE reconcile_run_new RENAME TO reconcile_run;
CREATE UNIQUE INDEX reconcile_run_running ON reconcile_run (connection_id) WHERE state = 'running';
CREATE INDEX reconcile_run_in_order ON reconcile_run (connection_id, created_at, id);
CREATE INDEX reconcile_run_old ON reconcile_run (created_at);

CREATE TABLE reconcile_finding_new (
    id            TEXT   PRIMARY KEY,
    connection_id TEXT   NOT NULL,
    book_id       BIGINT,
    kind          TEXT   NOT NULL,
    object_kind   TEXT   NOT NULL
        CHECK (object_kind IN ('session', 'payment', 'price', 'customer', 'subscription', 'invoice')),
    object_id     TEXT   NOT NULL,
    ours          TEXT   NOT NULL,
    theirs        TEXT   NOT NULL,
    state         TEXT   NOT NULL CHECK (state IN ('open', 'repaired', 'accepted')),
    run_id        TEXT   NOT NULL,
    reason        TEXT,
    closed_at     BIGINT,
    closed_by     TEXT,
    created_at    BIGINT NOT NULL,
    updated_at    BIGINT NOT NULL,
    CHECK ((state = 'open') = (closed_at IS NULL)),
    CHECK (state <> 'accepted' OR (reason IS NOT NULL AND closed_by IS NOT NULL))
);
INSERT INTO reconcile_finding_new (id, connection_id, book_id, kind, object_kind, object_id, ours, theirs, state, run_id, reason,
        closed_at, closed_by, created_at, updated_at)
    SELECT id, connection_id, book_id, kind, object_kind, object_id, ours, theirs, state, run_id, reason, closed_at, closed_by,
        created_at, updated_at
    FROM reconcile_finding;
DROP TABLE reconcile_finding;
ALTER TABLE reconcile_finding_new RENAME TO reconcile_finding;
CREATE UNIQUE INDEX reconcile_finding_open ON reconcile_finding (connection_id, kind, object_id) WHERE state = 'open';
CREATE INDEX reconcile_finding_accepted ON reconcile_finding (connection_id, kind, object_id) WHERE state = 'accepted';
CREATE INDEX reconcile_finding_in_order ON reconcile_finding (connection_id, created_at, id);
CREATE INDEX reconcile_finding_of_all ON reconcile_finding (created_at, id);
CREATE INDEX reconcile_finding_open_in_order ON reconcile_finding (connection_id, id) WHERE state = 'open';
