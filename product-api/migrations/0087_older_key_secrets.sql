-- oldest compatible migration: 0075
-- Secrets that an API key had before its previous one, each until its own end: a second rotation within the overlap ends no
-- secret early. They are valid only while the key has a previous secret: a server of version 0075 refuses them, and removes the
-- previous secret alone when it rotates a key without an overlap.
CREATE TABLE older_api_key_secrets (
    digest      TEXT PRIMARY KEY,
    key_id      TEXT NOT NULL REFERENCES api_keys (id),
    valid_until BIGINT NOT NULL
);
CREATE INDEX older_api_key_secrets_by_key ON older_api_key_secrets (key_id, valid_until);
CREATE INDEX older_api_key_secrets_by_end ON older_api_key_secrets (valid_until, digest);
