-- What was used, by day, kept beside the ledger: no spend writes here. Whoever rolls up goes through the transactions of
-- one writer (0010) by their keys, and notes in the same commit how far; what comes after that is added by whoever reads.
CREATE TABLE usage_writer (
    writer  BIGINT PRIMARY KEY,
    -- The key of the last transaction that was rolled up, and when whoever has this number was heard of last.
    reached BIGINT NOT NULL,
    beat_at BIGINT NOT NULL,
    is_open BOOLEAN NOT NULL
);
CREATE INDEX usage_writer_open ON usage_writer (writer) WHERE is_open;

-- Nobody writes under the numbers that were given out so far, or they say so: they are rolled up by whoever comes.
WITH RECURSIVE numbers (number) AS (
    SELECT CAST(1 AS BIGINT) UNION ALL SELECT number + 1 FROM numbers
    WHERE number < (SELECT last FROM ledger_writer WHERE id = 1))
INSERT INTO usage_writer (writer, reached, beat_at, is_open)
    SELECT number, number * 4398046511104, 0, TRUE FROM numbers
    WHERE number <= (SELECT last FROM ledger_writer WHERE id = 1);

-- Days since 1970, UTC; feature 0 is none. Amounts stop at the largest that JSON can tell.
CREATE TABLE usage_of_book (
    book_id    BIGINT NOT NULL,
    day        BIGINT NOT NULL,
    feature_id BIGINT NOT NULL,
    spent      BIGINT NOT NULL,
    reversed   BIGINT NOT NULL,
    spends     BIGINT NOT NULL,
    quantity   BIGINT NOT NULL,
    PRIMARY KEY (book_id, day, feature_id)
);
CREATE TABLE usage_of_wallet (
    account_id BIGINT NOT NULL,
    day        BIGINT NOT NULL,
    feature_id BIGINT NOT NULL,
    spent      BIGINT NOT NULL,
    reversed   BIGINT NOT NULL,
    spends     BIGINT NOT NULL,
    quantity   BIGINT NOT NULL,
    PRIMARY KEY (account_id, day, feature_id)
);
