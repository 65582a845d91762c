-- The life of signing keys: when an announced one signs. One announced key an algorithm, whoever announces first.
ALTER TABLE signing_keys ADD COLUMN signs_at BIGINT;
CREATE UNIQUE INDEX signing_keys_one_announced ON signing_keys (algorithm) WHERE state = 'announced';
CREATE INDEX signing_keys_by_retirement ON signing_keys (retired_at);
