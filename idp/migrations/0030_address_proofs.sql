-- Links that prove an address for a user who is signed in: bound to both, one live link a user. The token is a digest.
CREATE TABLE address_proofs (
    token      TEXT PRIMARY KEY,
    user_id    TEXT NOT NULL UNIQUE REFERENCES users (id) ON DELETE CASCADE,
    identifier TEXT NOT NULL,
    expires_at BIGINT NOT NULL
);
CREATE INDEX address_proofs_by_expiry ON address_proofs (expires_at);
