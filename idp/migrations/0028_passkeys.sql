-- Passkeys (seed: Authenticator): the public half of a key that a person's device keeps. Nothing in here is secret.
CREATE TABLE passkeys (
    id              TEXT PRIMARY KEY,
    user_id         TEXT NOT NULL REFERENCES users (id),
    credential_id   TEXT NOT NULL UNIQUE,
    credential      TEXT NOT NULL,
    counter         BIGINT NOT NULL,
    backup_eligible BOOLEAN NOT NULL,
    backup_state    BOOLEAN NOT NULL,
    name            TEXT NOT NULL,
    created_at      BIGINT NOT NULL,
    last_used_at    BIGINT
);
CREATE INDEX passkeys_by_user ON passkeys (user_id, created_at);

-- Ceremonies that are over: each is good for one answer of a device.
CREATE TABLE used_ceremonies (
    id         TEXT PRIMARY KEY,
    expires_at BIGINT NOT NULL
);
CREATE INDEX used_ceremonies_by_expiry ON used_ceremonies (expires_at);
