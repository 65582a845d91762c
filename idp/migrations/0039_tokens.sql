-- The answer that carried a refresh token, sealed, for a client that did not get it: it can be asked for once more until
-- `answer_until`. `predecessor` is the token in whose place this one came: no token has two successors.
ALTER TABLE refresh_tokens ADD COLUMN predecessor TEXT;
ALTER TABLE refresh_tokens ADD COLUMN answer TEXT;
ALTER TABLE refresh_tokens ADD COLUMN answer_until BIGINT;
CREATE UNIQUE INDEX refresh_tokens_by_predecessor ON refresh_tokens (predecessor);
CREATE INDEX refresh_tokens_by_answer ON refresh_tokens (answer_until) WHERE answer_until IS NOT NULL;

-- Opaque access tokens; `grant_id` is empty for a client that acts by itself. Words and addresses are separated by blanks.
CREATE TABLE access_tokens (
    digest     TEXT PRIMARY KEY,
    grant_id   TEXT REFERENCES grants (id) ON DELETE CASCADE,
    client_id  TEXT NOT NULL REFERENCES clients (id) ON DELETE CASCADE,
    scope      TEXT NOT NULL,
    audience   TEXT NOT NULL,
    dpop_jkt   TEXT,
    created_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL
);
CREATE INDEX access_tokens_by_grant ON access_tokens (grant_id);
CREATE INDEX access_tokens_by_client ON access_tokens (client_id);
CREATE INDEX access_tokens_by_expiry ON access_tokens (expires_at);

-- Signed access tokens that were revoked before their time; they verify by themselves, so they have to be named.
CREATE TABLE revoked_tokens (
    digest     TEXT PRIMARY KEY,
    expires_at BIGINT NOT NULL
);
CREATE INDEX revoked_tokens_by_expiry ON revoked_tokens (expires_at);
