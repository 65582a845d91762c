-- Attempts to sign in through a provider that came back, until their cookie would have ended: each counts once.
CREATE TABLE used_attempts (
    digest     TEXT PRIMARY KEY,
    expires_at BIGINT NOT NULL
);
CREATE INDEX used_attempts_by_expiry ON used_attempts (expires_at);
