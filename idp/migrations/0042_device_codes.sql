-- Devices that wait for a person (RFC 8628): the device's code as a digest, the person's as a MAC.
CREATE TABLE device_codes (
    digest           TEXT PRIMARY KEY,
    user_code        TEXT NOT NULL UNIQUE,
    client_id        TEXT NOT NULL REFERENCES clients (id) ON DELETE CASCADE,
    scope            TEXT NOT NULL,
    resources        TEXT NOT NULL,
    network          TEXT NOT NULL,
    state            TEXT NOT NULL,
    sid              TEXT,
    grant_id         TEXT,
    interval_seconds BIGINT NOT NULL,
    next_poll_at     BIGINT NOT NULL,
    is_early         BOOLEAN NOT NULL,
    created_at       BIGINT NOT NULL,
    expires_at       BIGINT NOT NULL
);
CREATE INDEX device_codes_by_client ON device_codes (client_id);
CREATE INDEX device_codes_by_expiry ON device_codes (expires_at);
