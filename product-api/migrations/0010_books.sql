-- The ledger's books and the accounts in them.
--
-- Keys are BIGINTs that a process counts up by itself: at its start it takes the next number of ledger_writer
-- with one UPDATE, and its keys are that number times 2^42 and what it has counted since. No two starts share a
-- number, so no two rows share a key; no statement asks for a key, and keys of one process grow, which keeps
-- indexes filling at one end. A book takes sixteen keys in a row: its own, and those of its system accounts.
--
-- The ledger's tables have no foreign keys: PostgreSQL would lock the parent row for each child, and every spend
-- of a book would meet on the row of its `spent` account. The verification checks the references instead.
CREATE TABLE ledger_writer (
    id   SMALLINT PRIMARY KEY CHECK (id = 1),
    last BIGINT NOT NULL
);
INSERT INTO ledger_writer (id, last) VALUES (1, 0);

-- One ledger scope: the platform's, or a website's in one mode. No transaction crosses books.
CREATE TABLE book (
    id         BIGINT PRIMARY KEY,
    kind       TEXT NOT NULL CHECK (kind IN ('platform', 'website')),
    website_id TEXT,
    mode       TEXT NOT NULL CHECK (mode IN ('live', 'test')),
    unit       TEXT NOT NULL,
    scale      SMALLINT NOT NULL CHECK (scale BETWEEN 0 AND 6),
    created_at BIGINT NOT NULL,
    CHECK ((kind = 'website') = (website_id IS NOT NULL)),
    UNIQUE (website_id, mode, unit)
);
CREATE UNIQUE INDEX book_of_platform ON book (mode, unit) WHERE website_id IS NULL;

-- posted, held and seq are kept for wallets and debts only; a system account is the sum of its entries, so that
-- there is no row which every spend of a book must write.
CREATE TABLE account (
    id              BIGINT PRIMARY KEY,
    book_id         BIGINT NOT NULL,
    kind            TEXT NOT NULL CHECK (kind IN ('wallet', 'debt', 'issued.purchase', 'issued.subscription',
                        'issued.promo', 'issued.adjustment', 'spent', 'expired', 'clawed_back', 'written_off')),
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
CREATE INDEX account_of_owner ON account (owner_kind, owner_id) WHERE kind = 'wallet';
CREATE INDEX account_due ON account (next_due_at) WHERE next_due_at IS NOT NULL;
