-- Users that the idp has merged into others, as far as they were applied here, and how far that is.
CREATE TABLE user_merges (
    id           TEXT PRIMARY KEY,
    from_user_id TEXT NOT NULL,
    into_user_id TEXT NOT NULL,
    state        TEXT NOT NULL CHECK (state IN ('merged', 'undone')),
    sequence     BIGINT NOT NULL
);
CREATE INDEX user_merges_from ON user_merges (from_user_id) WHERE state = 'merged';

-- One row: the sequence of the last change that was applied. Whoever applies one writes it first, and so one at a time.
CREATE TABLE user_merge_cursor (
    id       SMALLINT PRIMARY KEY CHECK (id = 1),
    sequence BIGINT NOT NULL
);
INSERT INTO user_merge_cursor (id, sequence) VALUES (1, 0);

-- What a merge has moved. website: its owner; named: a customer whose user was another from then on; folded: a
-- customer whose names lead to another of the same website from then on (customers.merged_into); wallet: an account
-- holder's wallet in a book of the platform.
CREATE TABLE user_merge_move (
    merge_id  TEXT NOT NULL,
    what      TEXT NOT NULL CHECK (what IN ('website', 'named', 'folded', 'wallet')),
    moved_id  TEXT NOT NULL,
    was_shown BOOLEAN NOT NULL,
    PRIMARY KEY (merge_id, what, moved_id)
);
ALTER TABLE customers ADD COLUMN merged_into TEXT;
CREATE INDEX customers_merged ON customers (merged_into) WHERE merged_into IS NOT NULL;

-- What one wallet gave and another of the same book took: two transactions, which meet on the book's account
-- `transferred`, and the lots, each as the lot it became or went back into.
CREATE TABLE wallet_transfer (
    out_txn_id BIGINT PRIMARY KEY,
    in_txn_id  BIGINT NOT NULL,
    merge_id   TEXT NOT NULL,
    from_id    BIGINT NOT NULL,
    into_id    BIGINT NOT NULL,
    debt       BIGINT NOT NULL CHECK (debt >= 0),
    is_undo    BOOLEAN NOT NULL
);
CREATE INDEX wallet_transfer_of_merge ON wallet_transfer (merge_id);
CREATE TABLE lot_transfer (
    out_txn_id  BIGINT NOT NULL,
    from_lot_id BIGINT NOT NULL,
    to_lot_id   BIGINT NOT NULL,
    amount      BIGINT NOT NULL CHECK (amount > 0),
    PRIMARY KEY (out_txn_id, from_lot_id)
);

-- A new kind of transaction and a new account of each book: neither engine changes a CHECK, so that the tables are
-- made anew. The status of an account: 1 = its owner was merged into another, and no operation uses it.
ALTER TABLE txn RENAME TO txn_before;
CREATE TABLE txn (
    id              BIGINT PRIMARY KEY,
    public_id       TEXT NOT NULL UNIQUE,
    book_id         BIGINT NOT NULL,
    account_id      BIGINT NOT NULL,
    n               BIGINT NOT NULL CHECK (n > 0),
    amount          BIGINT NOT NULL,
    balance_after   BIGINT NOT NULL,
    op_key          TEXT NOT NULL,
    kind            TEXT NOT NULL CHECK (kind IN ('grant', 'spend', 'capture', 'expiry', 'reversal', 'void', 'claw_back', 'write_off',
                        'transfer')),
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
INSERT INTO txn (id, public_id, book_id, account_id, n, amount, balance_after, op_key, kind, cause_kind, cause_ref,
        reverses_txn_id, feature_id, price_version, quantity, actor, description, metadata, booked_at, created_at)
    SELECT id, public_id, book_id, account_id, n, amount, balance_after, op_key, kind, cause_kind, cause_ref,
        reverses_txn_id, feature_id, price_version, quantity, actor, description, metadata, booked_at, created_at
    FROM txn_before;
DROP TABLE txn_before;
CREATE UNIQUE INDEX txn_by_cause ON txn (book_id, cause_kind, cause_ref) WHERE cause_ref IS NOT NULL;
CREATE INDEX txn_reversing ON txn (reverses_txn_id) WHERE reverses_txn_id IS NOT NULL;

ALTER TABLE account RENAME TO account_before;
CREATE TABLE account (
    id              BIGINT PRIMARY KEY,
    book_id         BIGINT NOT NULL,
    kind            TEXT NOT NULL CHECK (kind IN ('wallet', 'debt', 'issued.purchase', 'issued.subscription',
                        'issued.promo', 'issued.adjustment', 'spent', 'expired', 'clawed_back', 'written_off',
                        'transferred')),
    owner_kind      TEXT NOT NULL CHECK (owner_kind IN ('customer', 'user', 'book')),
    owner_id        TEXT NOT NULL,
    posted          BIGINT NOT NULL DEFAULT 0 CHECK (posted >= 0 AND posted <= 9007199254740991),
    held            BIGINT NOT NULL DEFAULT 0 CHECK (held >= 0 AND held <= posted),
    overdraft_limit BIGINT NOT NULL DEFAULT 0 CHECK (overdraft_limit >= 0 AND overdraft_limit <= 9007199254740991),
    debt_account_id BIGINT,
    seq             BIGINT NOT NULL DEFAULT 0,
    txn_count       BIGINT NOT NULL DEFAULT 0,
    event_count     BIGINT NOT NULL DEFAULT 0,
    last_booked_at  BIGINT NOT NULL DEFAULT 0,
    next_due_at     BIGINT,
    status          SMALLINT NOT NULL DEFAULT 0 CHECK (status IN (0, 1)),
    created_at      BIGINT NOT NULL,
    UNIQUE (book_id, kind, owner_kind, owner_id)
);
INSERT INTO account (id, book_id, kind, owner_kind, owner_id, posted, held, overdraft_limit, debt_account_id, seq,
        txn_count, event_count, last_booked_at, next_due_at, status, created_at)
    SELECT id, book_id, kind, owner_kind, owner_id, posted, held, overdraft_limit, debt_account_id, seq,
        txn_count, event_count, last_booked_at, next_due_at, status, created_at
    FROM account_before;
DROP TABLE account_before;
CREATE INDEX account_of_owner ON account (owner_kind, owner_id) WHERE kind = 'wallet';
CREATE INDEX account_due ON account (next_due_at) WHERE next_due_at IS NOT NULL;
INSERT INTO account (id, book_id, kind, owner_kind, owner_id, created_at)
    SELECT id + 9, id, 'transferred', 'book', '', created_at FROM book;
