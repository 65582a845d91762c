-- Credits set aside for a while, pinned to the lots they will come from.
CREATE TABLE hold (
    id         BIGINT PRIMARY KEY,
    public_id  TEXT NOT NULL UNIQUE,
    account_id BIGINT NOT NULL,
    op_key     TEXT NOT NULL,
    state      TEXT NOT NULL CHECK (state IN ('open', 'captured', 'voided', 'expired')),
    amount     BIGINT NOT NULL CHECK (amount > 0),
    captured   BIGINT NOT NULL CHECK (captured >= 0),
    released   BIGINT NOT NULL CHECK (released >= 0),
    expires_at BIGINT,
    on_expiry  TEXT NOT NULL CHECK (on_expiry IN ('release', 'capture')),
    kind       TEXT NOT NULL CHECK (kind IN ('hold', 'dispute')),
    feature_id BIGINT,
    quantity   BIGINT,
    metadata   TEXT NOT NULL,
    opened_at  BIGINT NOT NULL,
    closed_at  BIGINT,
    CHECK (captured + released <= amount),
    CHECK ((state = 'open') = (closed_at IS NULL)),
    CHECK (state = 'open' OR captured + released = amount),
    CHECK (kind = 'dispute' OR expires_at IS NOT NULL),
    UNIQUE (account_id, op_key)
);
CREATE INDEX hold_open ON hold (account_id) WHERE closed_at IS NULL;

CREATE TABLE hold_lot (
    hold_id BIGINT NOT NULL,
    lot_id  BIGINT NOT NULL,
    amount  BIGINT NOT NULL CHECK (amount >= 0),
    PRIMARY KEY (hold_id, lot_id)
);
CREATE INDEX hold_lot_by_lot ON hold_lot (lot_id);

CREATE TABLE hold_event (
    hold_id BIGINT NOT NULL,
    n       BIGINT NOT NULL CHECK (n > 0),
    kind    TEXT NOT NULL CHECK (kind IN ('opened', 'captured', 'released', 'voided', 'expired', 'extended')),
    amount  BIGINT NOT NULL CHECK (amount >= 0),
    op_key  TEXT NOT NULL,
    at      BIGINT NOT NULL,
    PRIMARY KEY (hold_id, n)
);
