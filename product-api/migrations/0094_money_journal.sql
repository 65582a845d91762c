-- oldest compatible migration: 0089
-- The money of a book in double entry: one transaction for each cause, whose entries sum to zero in each currency.
CREATE TABLE money_txn (
    id         BIGINT PRIMARY KEY,
    book_id    BIGINT NOT NULL,
    key        TEXT NOT NULL,
    kind       TEXT NOT NULL CHECK (kind IN ('payment', 'earning', 'refund', 'refund_undo', 'dispute', 'fee')),
    payment_id TEXT,
    booked_at  BIGINT NOT NULL,
    created_at BIGINT NOT NULL,
    UNIQUE (book_id, key)
);
CREATE INDEX money_txn_in_order ON money_txn (book_id, booked_at, id);
CREATE INDEX money_txn_of_payment ON money_txn (payment_id) WHERE payment_id IS NOT NULL;
CREATE TABLE money_entry (
    txn_id   BIGINT NOT NULL,
    leg      SMALLINT NOT NULL,
    account  TEXT NOT NULL CHECK (account IN ('stripe', 'deferred', 'earned', 'breakage', 'refunds', 'tax', 'fees', 'disputed',
                 'dispute_losses', 'conversion')),
    currency TEXT NOT NULL,
    amount   BIGINT NOT NULL CHECK (amount <> 0),
    PRIMARY KEY (txn_id, leg)
);
-- The part of a payment that a lot of credits cost, in minor units, and how much of it was earned by use, broke by expiry,
-- or was returned. is_open: the lot, or a lot that its credits moved to, can still change it.
CREATE TABLE recognition (
    lot_id     BIGINT PRIMARY KEY,
    book_id    BIGINT NOT NULL,
    currency   TEXT NOT NULL,
    cost_minor BIGINT NOT NULL CHECK (cost_minor >= 0),
    earned     BIGINT NOT NULL DEFAULT 0 CHECK (earned >= 0),
    broken     BIGINT NOT NULL DEFAULT 0 CHECK (broken >= 0),
    returned   BIGINT NOT NULL DEFAULT 0 CHECK (returned >= 0),
    is_open    BOOLEAN NOT NULL,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL,
    CHECK (earned + broken + returned <= cost_minor)
);
CREATE INDEX recognition_open ON recognition (book_id, lot_id) WHERE is_open;
-- SQLite only
CREATE TRIGGER append_only_money_txn_update BEFORE UPDATE ON money_txn
    BEGIN SELECT RAISE(ABORT, 'rows of money_txn are never changed'); END;
CREATE TRIGGER append_only_money_txn_delete BEFORE DELETE ON money_txn
    BEGIN SELECT RAISE(ABORT, 'rows of money_txn are never deleted'); END;
CREATE TRIGGER append_only_money_entry_update BEFORE UPDATE ON money_entry
    BEGIN SELECT RAISE(ABORT, 'rows of money_entry are never changed'); END;
CREATE TRIGGER append_only_money_entry_delete BEFORE DELETE ON money_entry
    BEGIN SELECT RAISE(ABORT, 'rows of money_entry are never deleted'); END;
-- PostgreSQL only
CREATE TRIGGER append_only_money_txn BEFORE UPDATE OR DELETE OR TRUNCATE ON money_txn EXECUTE FUNCTION refuse_change();
CREATE TRIGGER append_only_money_entry BEFORE UPDATE OR DELETE OR TRUNCATE ON money_entry EXECUTE FUNCTION refuse_change();
