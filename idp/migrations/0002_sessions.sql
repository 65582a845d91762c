-- Sign-in sessions, when they live in the database (seed: Session). The id is kept as a digest only.
CREATE TABLE sessions (
    id           TEXT PRIMARY KEY,
    sid          TEXT NOT NULL UNIQUE,
    user_id      TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    created_at   BIGINT NOT NULL,
    auth_time    BIGINT NOT NULL,
    expires_at   BIGINT NOT NULL,
    amr          TEXT NOT NULL,
    user_agent   TEXT,
    last_seen_at BIGINT NOT NULL
);
CREATE INDEX sessions_by_user ON sessions (user_id, created_at);
CREATE INDEX sessions_by_expiry ON sessions (expires_at);
