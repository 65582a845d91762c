-- Identities at providers, each linked to one user (seed: Account). The provider's tokens and the fields that have no
-- column of their own (one JSON object) are sealed. As in the seed, `expires_at` and `refresh_token_expires_in` are
-- the provider's whole seconds. `email` is the address that the provider vouched for last.
CREATE TABLE accounts (
    id                       TEXT PRIMARY KEY,
    user_id                  TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    type                     TEXT NOT NULL,
    provider                 TEXT NOT NULL,
    provider_account_id      TEXT NOT NULL,
    email                    TEXT,
    refresh_token            TEXT,
    access_token             TEXT,
    expires_at               BIGINT,
    token_type               TEXT,
    scope                    TEXT,
    id_token                 TEXT,
    session_state            TEXT,
    refresh_token_expires_in BIGINT,
    other                    TEXT NOT NULL,
    created_at               BIGINT NOT NULL,
    updated_at               BIGINT NOT NULL,
    UNIQUE (provider, provider_account_id)
);
CREATE INDEX accounts_by_user ON accounts (user_id);
