-- Outcomes of one-time requests, kept for seconds: the browser that sends such a request again gets the same outcome.
-- The key is a MAC over the request and a cookie of its browser; the outcome is sealed.
CREATE TABLE repeated_requests (
    key        TEXT PRIMARY KEY,
    outcome    TEXT NOT NULL,
    expires_at BIGINT NOT NULL
);
CREATE INDEX repeated_requests_by_expiry ON repeated_requests (expires_at);
