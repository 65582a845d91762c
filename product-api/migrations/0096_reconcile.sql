-- oldest compatible migration: 0089
-- Comparisons of our records with Stripe's. A run lists the objects of one connection that were created since from_at; stage and
-- last_object say where it is, so that another server can go on after held_until. sums: both sides per currency, as JSON.
CREATE TABLE reconcile_run (
    id            TEXT    PRIMARY KEY,
    connection_id TEXT    NOT NULL,
    is_dry_run    BOOLEAN NOT NULL,
    from_at       BIGINT  NOT NULL,
    to_at         BIGINT  NOT NULL,
    stage         TEXT    NOT NULL CHECK (stage IN ('sessions', 'charges', 'refunds', 'disputes', 'balance', 'own', 'findings')),
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
CREATE UNIQUE INDEX reconcile_run_running ON reconcile_run (connection_id) WHERE state = 'running';
CREATE INDEX reconcile_run_in_order ON reconcile_run (connection_id, created_at, id);
CREATE INDEX reconcile_run_old ON reconcile_run (created_at);

-- The next light comparison and the next whole one of each connection. A server that begins one moves its time on.
CREATE TABLE reconcile_schedule (
    connection_id TEXT   PRIMARY KEY,
    light_at      BIGINT NOT NULL,
    full_at       BIGINT,
    created_at    BIGINT NOT NULL,
    updated_at    BIGINT NOT NULL
);

-- A difference that no repair removes: both sides of it, and the run that saw it last. It is closed when both sides agree, or
-- when its owner accepts it; an accepted difference does not come back unless a side changes.
CREATE TABLE reconcile_finding (
    id            TEXT   PRIMARY KEY,
    connection_id TEXT   NOT NULL,
    book_id       BIGINT,
    kind          TEXT   NOT NULL,
    object_kind   TEXT   NOT NULL CHECK (object_kind IN ('session', 'payment', 'price', 'customer')),
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
CREATE UNIQUE INDEX reconcile_finding_open ON reconcile_finding (connection_id, kind, object_id) WHERE state = 'open';
CREATE INDEX reconcile_finding_accepted ON reconcile_finding (connection_id, kind, object_id) WHERE state = 'accepted';
CREATE INDEX reconcile_finding_in_order ON reconcile_finding (connection_id, created_at, id);
CREATE INDEX reconcile_finding_of_all ON reconcile_finding (created_at, id);

-- The time at which a run saw the charge of the payment at Stripe.
ALTER TABLE payment ADD COLUMN reconciled_at BIGINT;
CREATE INDEX payment_of_connection ON payment (connection_id, paid_at, id) WHERE paid_at IS NOT NULL;
CREATE INDEX checkout_processing ON checkout (connection_id, id) WHERE state = 'processing';
