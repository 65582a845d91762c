-- What happened: transactions, their entries that sum to zero, and the lots that credits live in.
-- Rows of txn, entry and lot_move are never changed; a mistake is corrected by a new transaction.
CREATE TABLE txn (
    id              BIGINT PRIMARY KEY,
    public_id       TEXT NOT NULL UNIQUE,
    book_id         BIGINT NOT NULL,
    -- The wallet it is about, its number there (1, 2, 3 …), what it did to posted minus debt, and what that was after.
    account_id      BIGINT NOT NULL,
    n               BIGINT NOT NULL CHECK (n > 0),
    amount          BIGINT NOT NULL,
    balance_after   BIGINT NOT NULL,
    op_key          TEXT NOT NULL,
    kind            TEXT NOT NULL CHECK (kind IN ('grant', 'spend', 'capture', 'expiry', 'reversal', 'void', 'claw_back', 'write_off')),
    cause_kind      TEXT,
    cause_ref       TEXT,
    reverses_txn_id BIGINT,
    feature_id      BIGINT,
    price_version   BIGINT,
    quantity        BIGINT,
    actor           TEXT NOT NULL,
    description     TEXT,
    metadata        TEXT NOT NULL,
    booked_at       BIGINT NOT NULL,
    created_at      BIGINT NOT NULL,
    UNIQUE (book_id, op_key),
    UNIQUE (account_id, booked_at, n)
);
CREATE UNIQUE INDEX txn_by_cause ON txn (book_id, cause_kind, cause_ref) WHERE cause_ref IS NOT NULL;
CREATE INDEX txn_reversing ON txn (reverses_txn_id) WHERE reverses_txn_id IS NOT NULL;

-- seq and balance_after are there for entries of wallets and debts; the unique index makes a lost update an error.
CREATE TABLE entry (
    txn_id        BIGINT NOT NULL,
    leg           SMALLINT NOT NULL,
    account_id    BIGINT NOT NULL,
    amount        BIGINT NOT NULL CHECK (amount <> 0),
    seq           BIGINT,
    balance_after BIGINT CHECK (balance_after >= 0),
    CHECK ((seq IS NULL) = (balance_after IS NULL)),
    PRIMARY KEY (txn_id, leg)
);
CREATE UNIQUE INDEX entry_in_order ON entry (account_id, seq) WHERE seq IS NOT NULL;

-- Credits that came together. closed_at is set when nothing remains, and stands in the index instead of remaining,
-- so that taking from a lot touches no index.
CREATE TABLE lot (
    id           BIGINT PRIMARY KEY,
    account_id   BIGINT NOT NULL,
    kind         TEXT NOT NULL CHECK (kind IN ('promo', 'subscription', 'rollover', 'purchase', 'adjustment', 'restored')),
    amount       BIGINT NOT NULL CHECK (amount > 0),
    remaining    BIGINT NOT NULL,
    held         BIGINT NOT NULL,
    priority     SMALLINT NOT NULL CHECK (priority BETWEEN 0 AND 100),
    effective_at BIGINT NOT NULL,
    expires_at   BIGINT,
    scope        BIGINT,
    cost_minor   BIGINT,
    currency     TEXT,
    source_kind  TEXT NOT NULL,
    source_ref   TEXT NOT NULL,
    txn_id       BIGINT NOT NULL,
    closed_at    BIGINT,
    CHECK (remaining >= 0 AND held >= 0 AND held <= remaining AND remaining <= amount),
    CHECK ((closed_at IS NULL) = (remaining > 0)),
    UNIQUE (account_id, source_kind, source_ref)
);
CREATE INDEX lot_open ON lot (account_id) WHERE closed_at IS NULL;

-- What a transaction took from a lot (above zero) or gave back to it (below zero).
CREATE TABLE lot_move (
    txn_id BIGINT NOT NULL,
    lot_id BIGINT NOT NULL,
    amount BIGINT NOT NULL CHECK (amount <> 0),
    PRIMARY KEY (txn_id, lot_id)
);
