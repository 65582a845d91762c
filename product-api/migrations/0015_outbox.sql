-- Money events, written in the transaction that makes them true; n numbers the events of one wallet without a gap.
CREATE TABLE outbox (
    id          BIGINT PRIMARY KEY,
    book_id     BIGINT NOT NULL,
    account_id  BIGINT NOT NULL,
    customer_id TEXT,
    n           BIGINT NOT NULL CHECK (n > 0),
    type        TEXT NOT NULL,
    payload     TEXT NOT NULL,
    txn_id      BIGINT,
    created_at  BIGINT NOT NULL,
    UNIQUE (account_id, n)
);
