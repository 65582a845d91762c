-- One row for each idempotency key that was ever used: what was asked, and the answer for whoever asks again.
-- state: 1 = started (work that calls a neighbour), 2 = done. The row outlives its stored answer.
CREATE TABLE api_operation (
    tenant_id       TEXT NOT NULL,
    key             TEXT NOT NULL,
    fingerprint     TEXT NOT NULL,
    state           SMALLINT NOT NULL CHECK (state IN (1, 2)),
    locked_until    BIGINT,
    status          SMALLINT,
    headers         TEXT,
    body            TEXT,
    transaction_id  TEXT,
    created_at      BIGINT NOT NULL,
    body_expires_at BIGINT,
    forget_at       BIGINT,
    PRIMARY KEY (tenant_id, key)
);
-- Set when the key is claimed and cleared when the answer is pruned: storing the answer touches no index.
CREATE INDEX api_operation_prunable ON api_operation (body_expires_at) WHERE body_expires_at IS NOT NULL;
-- Set when the answer of a refusal is pruned: the key of a transaction is kept for ever, that of a refusal is not.
CREATE INDEX api_operation_forgettable ON api_operation (forget_at) WHERE forget_at IS NOT NULL;
