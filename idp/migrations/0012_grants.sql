-- One row an authorization: what its code and its refresh tokens hang on; ending it ends them all.
CREATE TABLE grants (
    id         TEXT PRIMARY KEY,
    user_id    TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    client_id  TEXT NOT NULL REFERENCES clients (id) ON DELETE CASCADE,
    sid        TEXT NOT NULL,
    scope      TEXT NOT NULL,
    is_offline BOOLEAN NOT NULL,
    auth_time  BIGINT NOT NULL,
    created_at BIGINT NOT NULL,
    revoked_at BIGINT
);
CREATE INDEX grants_by_user ON grants (user_id);
CREATE INDEX grants_by_client ON grants (client_id);
CREATE INDEX grants_by_sid ON grants (sid);

-- Authorization codes, each for one use; kept after it, until they expire, to notice a second one.
CREATE TABLE authorization_codes (
    digest         TEXT PRIMARY KEY,
    grant_id       TEXT NOT NULL REFERENCES grants (id) ON DELETE CASCADE,
    client_id      TEXT NOT NULL,
    redirect_uri   TEXT NOT NULL,
    code_challenge TEXT,
    nonce          TEXT,
    created_at     BIGINT NOT NULL,
    expires_at     BIGINT NOT NULL,
    redeemed_at    BIGINT
);
CREATE INDEX authorization_codes_by_grant ON authorization_codes (grant_id);
CREATE INDEX authorization_codes_by_expiry ON authorization_codes (expires_at);

-- Refresh tokens, each for one use; the family is the grant.
CREATE TABLE refresh_tokens (
    digest     TEXT PRIMARY KEY,
    grant_id   TEXT NOT NULL REFERENCES grants (id) ON DELETE CASCADE,
    client_id  TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL,
    used_at    BIGINT
);
CREATE INDEX refresh_tokens_by_grant ON refresh_tokens (grant_id);
CREATE INDEX refresh_tokens_by_expiry ON refresh_tokens (expires_at);
