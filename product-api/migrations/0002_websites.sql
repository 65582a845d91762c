-- Sites registered by their owners, and the keys their back ends call with.
CREATE TABLE websites (
    id            TEXT PRIMARY KEY,
    owner_user_id TEXT NOT NULL REFERENCES users (id),
    name          TEXT NOT NULL,
    url           TEXT NOT NULL,
    client_id     TEXT NOT NULL UNIQUE,
    status        TEXT NOT NULL CHECK (status IN ('registering', 'active', 'suspended')),
    created_at    BIGINT NOT NULL
);
CREATE INDEX websites_by_owner ON websites (owner_user_id, created_at, id);
CREATE INDEX websites_registering ON websites (created_at) WHERE status = 'registering';

CREATE TABLE api_keys (
    id           TEXT PRIMARY KEY,
    website_id   TEXT NOT NULL REFERENCES websites (id),
    mode         TEXT NOT NULL CHECK (mode IN ('live', 'test')),
    name         TEXT NOT NULL,
    prefix       TEXT NOT NULL,
    digest       TEXT NOT NULL UNIQUE,
    scopes       TEXT NOT NULL,
    created_by   TEXT NOT NULL,
    created_at   BIGINT NOT NULL,
    last_used_at BIGINT,
    expires_at   BIGINT,
    revoked_at   BIGINT
);
CREATE INDEX api_keys_by_website ON api_keys (website_id);
