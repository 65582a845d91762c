-- Authorization requests that clients pushed (RFC 9126): opened for a minute, answered once.
CREATE TABLE pushed_requests (
    digest      TEXT PRIMARY KEY,
    client_id   TEXT NOT NULL REFERENCES clients (id) ON DELETE CASCADE,
    query       TEXT NOT NULL,
    opens_until BIGINT NOT NULL,
    expires_at  BIGINT NOT NULL
);
CREATE INDEX pushed_requests_by_client ON pushed_requests (client_id);
CREATE INDEX pushed_requests_by_expiry ON pushed_requests (expires_at);

-- The pushed request that a parked one came from: whoever answers the one takes the other as well.
ALTER TABLE authorization_requests ADD COLUMN pushed TEXT;
