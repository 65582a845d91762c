-- Proofs of possession (RFC 9449) that were used, by the digest of key and id, until they are too old to be used again.
CREATE TABLE used_proofs (
    digest     TEXT NOT NULL PRIMARY KEY,
    expires_at BIGINT NOT NULL
);
CREATE INDEX used_proofs_by_expiry ON used_proofs (expires_at);
